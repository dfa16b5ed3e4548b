package org.debitcredit.recovery;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.debitcredit.bank.BankIdentity;
import org.debitcredit.journal.Epochs;
import org.debitcredit.journal.JoinedEpochs;
import org.debitcredit.journal.JournalDamage;
import org.debitcredit.journal.JournalReader;
import org.debitcredit.ledger.Ledger;
import org.debitcredit.snapshot.Snapshot;
import org.debitcredit.transaction.Mark;

/**
 * Damage of the journal before the snapshot, or the point where a database stands: it takes nothing away but keys, and an
 * operator can accept that. The damaged epoch and those before it are given up then, and their keys have expired.
 */
final class LossOfKeys {

    private static final long NONE = -1;

    private final Media media;
    private final BankSettings settings;
    private final LedgerOpener opener;
    private final Progress progress;

    LossOfKeys(Media media, BankSettings settings, LedgerOpener opener, Progress progress) {
        this.media = media;
        this.settings = settings;
        this.opener = opener;
        this.progress = progress;
    }

    /**
     * Gives up the damaged epochs, where an operator said so.
     *
     * @throws JournalDamage where that is not accepted, or more than keys is lost
     */
    void accept(BankIdentity identity, JournalDamage damage) throws IOException {
        long epoch = firstAfterDamage(identity);
        if (epoch == NONE) {
            throw damage;
        }
        long end = endOfWhole(epoch);
        OptionalLong accepted = settings.journal().acceptLossAfter();
        if (accepted.isEmpty() || accepted.getAsLong() != end) {
            throw new JournalDamage(
                    damage.getMessage() + "; only keys of transactions before epoch " + epoch
                            + " are lost with it: whoever sends one of them again is told that the key has expired",
                    end);
        }
        media.records().acceptFrom(epoch);
    }

    /** The first epoch from which on all is whole, if a snapshot or the database stands after its beginning. */
    private long firstAfterDamage(BankIdentity identity) throws IOException {
        Epochs epochs = Epochs.leadingTo(media.liveEpochs(), Long.MAX_VALUE);
        if (epochs.isEmpty() || endOfWhole(0) != NONE) {
            return NONE;
        }
        int newest = -1;
        for (Mark point : pointsToStartFrom(identity)) {
            newest = Math.max(newest, point.position() == 0 ? -1 : epochs.holding(point));
        }
        for (int index = 0; index <= newest; index++) {
            if (endOfWhole(epochs.number(index)) != NONE) {
                return epochs.number(index);
            }
        }
        return NONE;
    }

    private List<Mark> pointsToStartFrom(BankIdentity identity) throws IOException {
        List<Mark> points = new ArrayList<>();
        try (Ledger ledger = opener.open(identity, progress)) {
            points.add(ledger.mark());
        }
        for (Snapshot snapshot : media.snapshots().newestFirst(found -> {})) {
            points.add(snapshot.start());
        }
        return points;
    }

    /** Position at which the journal ends, if all that counts is whole from an epoch on; else {@link #NONE}. */
    private long endOfWhole(long epoch) throws IOException {
        try {
            return JournalReader.read(new JoinedEpochs(List.of(media.liveEpochs()), epoch), (batch, mark) -> {})
                    .position();
        } catch (JournalDamage damage) {
            return NONE;
        }
    }
}
