package org.debitcredit.recovery;

import java.io.IOException;
import java.util.List;
import java.util.OptionalLong;
import org.debitcredit.bank.BankIdentity;
import org.debitcredit.directory.BankFiles;
import org.debitcredit.event.Progress;
import org.debitcredit.founding.BankRecord;
import org.debitcredit.journal.Epochs;
import org.debitcredit.journal.JoinedEpochs;
import org.debitcredit.journal.JournalDamage;
import org.debitcredit.journal.JournalReader;
import org.debitcredit.journal.JournalSource;
import org.debitcredit.ledger.Ledger;
import org.debitcredit.settings.BankSettings;
import org.debitcredit.snapshot.Snapshot;
import org.debitcredit.transaction.LogPosition;
import org.jspecify.annotations.Nullable;

/**
 * Damage of the journal before the snapshot, or before the position of a database, affects keys but no money. An
 * operator may discard everything before the first epoch from which on everything is intact; those keys have then
 * expired. This class does not deal with damage after that epoch.
 */
final class LossOfKeys {

    private static final long NO_DAMAGE = Long.MAX_VALUE;

    private final BankFiles files;
    private final BankSettings settings;
    private final LedgerOpener opener;
    private final Progress progress;

    LossOfKeys(BankFiles files, BankSettings settings, LedgerOpener opener, Progress progress) {
        this.files = files;
        this.settings = settings;
        this.opener = opener;
        this.progress = progress;
    }

    /**
     * The source that this start reads: every epoch that counts or, if an operator accepts the loss of the damaged
     * epochs, what comes after.
     */
    RecoverySource source() throws IOException {
        OptionalLong after = settings.journal().acceptedLoss().after();
        if (isUsed(after)) {
            after = OptionalLong.empty();
        }
        OptionalLong keysThrough = settings.journal().acceptedLoss().keysThrough();
        Whole whole = keysThrough.isPresent() ? whole() : null;
        if (whole == null || keysThrough.getAsLong() <= whole.history().positionBefore(0) && whole.index() > 0) {
            // Nothing is damaged, or the accepted loss was discarded at an earlier start.
            return new RecoverySource(files.liveEpochs(), after, 0);
        }
        if (whole.positionBefore() != keysThrough.getAsLong()) {
            throw JournalDamage.ofKeys(
                    "damaged journal: the loss of the keys was accepted through position " + keysThrough.getAsLong()
                            + ", but the journal is intact from epoch " + whole.number() + " on, after position "
                            + whole.positionBefore(),
                    whole.positionBefore());
        }
        return new RecoverySource(whole.epochs(), after, whole.number());
    }

    /**
     * Whether an earlier start has already accepted a loss after this position or a later one, so that the current loss
     * is a different one.
     */
    private boolean isUsed(OptionalLong after) {
        return after.isPresent() && acceptedEarlier() >= after.getAsLong();
    }

    private long acceptedEarlier() {
        BankRecord known = files.records().latest();
        return known == null ? BankRecord.NONE : known.lossAcceptedAfter();
    }

    /** The refusal of a start because of a damage, with the way out. */
    JournalDamage refusal(JournalDamage damage) throws IOException {
        OptionalLong after = settings.journal().acceptedLoss().after();
        if (after.isEmpty() && damage.lastGoodPosition() >= 0) {
            files.records().lossWasRefused();
        } else if (isUsed(after)) {
            return new JournalDamage(
                    damage.getMessage() + "; the loss after position " + acceptedEarlier()
                            + " was accepted earlier, and this is a different damage. Start once without that option "
                            + "to see what is lost",
                    JournalDamage.UNKNOWN);
        }
        Whole whole = whole();
        boolean isAtEnd = damage.isOfEnd()
                || damage.keysLostThrough() >= 0
                || (whole != null && whole.end() != NO_DAMAGE && damage.lastGoodPosition() == whole.end());
        if (whole == null || isAtEnd || !hasPointAfter(whole)) {
            return damage;
        }
        return JournalDamage.ofKeys(
                damage.getMessage() + "; from epoch " + whole.number() + " on, after position " + whole.positionBefore()
                        + ", the journal is intact, and no balance depends on anything before that",
                whole.positionBefore());
    }

    /**
     * The first epoch from which on everything is intact, except for damage of the newest one.
     *
     * @param end last position before that damage; {@link #NO_DAMAGE} for none
     */
    private record Whole(JournalSource epochs, Epochs history, int index, long end) {

        long number() {
            return history.number(index);
        }

        long positionBefore() {
            return history.positionBefore(index);
        }
    }

    /** Null if nothing is missing before the intact part. */
    private @Nullable Whole whole() throws IOException {
        JournalSource live = files.liveEpochs();
        Epochs history = Epochs.leadingTo(live, Long.MAX_VALUE);
        if (history.isEmpty()) {
            return null;
        }
        int damaged = -1;
        int whole = history.size() - 1;
        long end = damageAfter(live, history, whole);
        while (whole - damaged > 1) {
            int middle = (damaged + whole) / 2;
            if (damageAfter(live, history, middle) == end) {
                whole = middle;
            } else {
                damaged = middle;
            }
        }
        if (!lacksSomethingBefore(live, history.number(whole))) {
            return null;
        }
        return new Whole(new JoinedEpochs(List.of(live), history.number(whole)), history, whole, end);
    }

    private boolean lacksSomethingBefore(JournalSource live, long number) throws IOException {
        BankRecord known = files.records().latest();
        return live.epochs().get(0) < number
                || (known != null && known.lacksEpochsBefore(number) && !known.isAccepted(number));
    }

    /** The last position before the first damage from an epoch on; {@link #NO_DAMAGE} for none. */
    private static long damageAfter(JournalSource live, Epochs history, int index) throws IOException {
        long[] last = {history.positionBefore(index)};
        try {
            JournalReader.read(live, history, index, (batch, logPosition) -> last[0] = logPosition.position());
            return NO_DAMAGE;
        } catch (JournalDamage damage) {
            return damage.lastGoodPosition() < 0 ? last[0] : damage.lastGoodPosition();
        } catch (IOException unreadable) {
            return last[0];
        }
    }

    /**
     * Whether the bank can start from there: it was founded there, or an intact snapshot or the database is at a later
     * position.
     */
    private boolean hasPointAfter(Whole whole) throws IOException {
        BankIdentity identity = whole.history().identity();
        if (identity == null || whole.positionBefore() == 0) {
            return identity != null;
        }
        LogPosition ofLedger;
        try (Ledger ledger = opener.open(identity, progress)) {
            ofLedger = ledger.logPosition();
        }
        if (ofLedger.position() > 0) {
            return whole.history().holding(ofLedger) >= whole.index()
                    || whole.history().beginsAfter(ofLedger, whole.index());
        }
        for (Snapshot snapshot : files.snapshots().newestFirst(found -> {})) {
            boolean isAfter =
                    snapshot.start().position() > 0 && whole.history().holding(snapshot.start()) >= whole.index();
            if (isAfter
                    && snapshot.isWhole((done, total) -> progress.at("checking the snapshot, pages", done, total))) {
                return true;
            }
        }
        return false;
    }
}
