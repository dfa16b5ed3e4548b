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
 * The epochs in a folder of {@link FileJournal}, for reading only. An epoch whose removal has begun counts as removed.
 * Nothing is completed or deleted.
 *
 * <p>If a segment is damaged, the others can still be read. The gap then shows in the sequence numbers and the chain.
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

    /** Inspects every segment of a folder. No file stays open. */
    public static SegmentEpochs read(Folder folder) throws IOException {
        try (SegmentInventory inventory = SegmentInventory.read(folder)) {
            return new SegmentEpochs(folder, inventory);
        }
    }

    /** The first segment that is missing or damaged; null if all are intact. */
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
