package org.debitcredit.journal.segment;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.Map;
import org.debitcredit.journal.DocumentSource;
import org.debitcredit.journal.JournalDamage;
import org.debitcredit.journal.JournalSource;
import org.debitcredit.storage.Folder;
import org.jspecify.annotations.Nullable;

/**
 * The epochs that stand in a folder of {@link FileJournal}, only read. An epoch whose removal has begun counts as
 * removed; nothing is finished, and nothing is deleted.
 *
 * <p>Damage to a segment does not keep the others from being read: what is missing then shows in sequence and chain.
 */
public final class SegmentEpochs implements JournalSource {

    private final Folder folder;
    private final Map<Long, List<Segment>> epochs;
    private final @Nullable JournalDamage damage;

    private SegmentEpochs(Folder folder, SegmentInventory inventory) {
        this.folder = folder;
        this.epochs = inventory.standing();
        this.damage = inventory.damage();
    }

    /** Looks at every segment of a folder. No file stays open. */
    public static SegmentEpochs read(Folder folder) throws IOException {
        try (SegmentInventory inventory = SegmentInventory.read(folder)) {
            return new SegmentEpochs(folder, inventory);
        }
    }

    /** The first segment that is missing or is damaged; null when all are whole. */
    public @Nullable JournalDamage damage() {
        return damage;
    }

    @Override
    public List<Long> epochs() {
        return epochs.keySet().stream().sorted().toList();
    }

    @Override
    public DocumentSource read(long epoch) throws IOException {
        List<Segment> segments = epochs.get(epoch);
        if (segments == null) {
            throw new NoSuchFileException(folder.place("epoch " + epoch));
        }
        return SegmentSource.open(folder, () -> segments);
    }
}
