package org.debitcredit.recovery;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.debitcredit.bank.BankIdentity;
import org.debitcredit.checkpoint.KeyReplay;
import org.debitcredit.checkpoint.SnapshotInJournal;
import org.debitcredit.directory.BankFiles;
import org.debitcredit.engine.IdempotencyWindow;
import org.debitcredit.engine.KeyHash;
import org.debitcredit.event.BankEvent;
import org.debitcredit.event.Progress;
import org.debitcredit.founding.BankRecord;
import org.debitcredit.founding.RecordCheck;
import org.debitcredit.journal.Epochs;
import org.debitcredit.journal.JournalDamage;
import org.debitcredit.journal.JournalTail;
import org.debitcredit.ledger.Ledger;
import org.debitcredit.settings.BankSettings;
import org.debitcredit.snapshot.Snapshot;
import org.debitcredit.snapshot.SnapshotDamage;
import org.debitcredit.transaction.KeyHorizon;
import org.debitcredit.transaction.LogPosition;
import org.jspecify.annotations.Nullable;

/**
 * Brings a bank back from its files, in the same way for every ledger: it uses a persistent ledger as it is, or loads
 * the newest snapshot that fits, or begins with the empty bank. Then it redoes the rest of the journal.
 *
 * <p>A snapshot fits if all its pages are intact and the journal contains both its start and its end position. If one
 * does not fit, its copy on the other medium is tried, then the next older one. If none fits, the journal must reach
 * back to the founding of the bank. If the journal begins too late, the archived epochs before it count as well.
 *
 * <p>A snapshot is published once the journal is durable past its end. So a journal that ends earlier has lost the part
 * in between, which is damage. An operator may accept it. The snapshots of the discarded part prove the loss until the
 * next epoch's header durably records that the loss was accepted, and are deleted then. A start that is interrupted in
 * between leaves both. The next start learns from the header that the loss was accepted.
 */
final class Recovery {

    /** A database has its balances itself; so its bank takes a snapshot only when a backup is asked for. */
    private static final String NO_SNAPSHOT =
            ", and there is no snapshot. If the bank's ledger was a database, start the bank"
                    + " with that ledger, take a backup (bank backup), and restore it for another ledger (bank "
                    + "restore)";

    private final BankFiles files;
    private final BankSettings settings;
    private final RecoverySource source;
    private final LedgerOpener opener;
    private final Consumer<BankEvent> events;
    private final Progress progress;
    private final List<String> reasons = new ArrayList<>();
    /** Whether there are snapshots, whole or damaged. */
    private boolean hasSnapshots;
    /** To be used before another one is opened. */
    private @Nullable Ledger opened;

    /**
     * A bank as its files hold it.
     *
     * @param ledger brought up to the journal's end
     * @param keys likewise
     * @param tail where the journal ends
     * @param snapshot what the ledger was filled from; null when the journal alone did
     * @param givenUp snapshots of the part whose loss this start accepts. They are deleted once the next epoch is
     *     durable, before it contains a batch
     * @param givenUpBefore the same of an earlier start, which was interrupted. They are deleted before the next epoch
     *     begins, because afterwards nothing shows that their loss was accepted
     */
    record Result(
            Ledger ledger,
            IdempotencyWindow keys,
            JournalTail tail,
            @Nullable Snapshot snapshot,
            List<Snapshot> givenUp,
            List<Snapshot> givenUpBefore) {}

    Recovery(
            BankFiles files,
            BankSettings settings,
            RecoverySource source,
            LedgerOpener opener,
            Consumer<BankEvent> events,
            Progress progress) {
        this.files = files;
        this.settings = settings;
        this.source = source;
        this.opener = opener;
        this.events = events;
        this.progress = progress;
    }

    /**
     * @throws org.debitcredit.journal.JournalDamage when something acknowledged may be missing
     * @throws IllegalStateException when nothing of what is left reaches from the founding to the journal's end
     */
    Result recover(BankIdentity identity) throws IOException {
        files.snapshots().deleteUnfinished();
        List<Snapshot> snapshots =
                files.snapshots().newestFirst(damage -> passOver(String.valueOf(damage.getMessage())));
        hasSnapshots = !snapshots.isEmpty() || !reasons.isEmpty();
        Ledger first = opener.open(identity, progress);
        opened = first;
        Result found = null;
        if (first.logPosition().equals(LogPosition.founding(identity.id()))) {
            found = newestThatFits(identity, snapshots);
        }
        if (found == null) {
            found = attempt(identity, null);
        }
        if (found == null) {
            throw new IllegalStateException("the bank cannot be recovered: " + String.join("; ", reasons));
        }
        Result result = found;
        try {
            List<Snapshot> lost = snapshots.stream()
                    .filter(snapshot ->
                            snapshot.end().position() > result.tail().position())
                    .toList();
            boolean isGivenUpBefore = !lost.isEmpty() && endsWithAcceptedLoss(result.tail(), lost);
            List<Snapshot> givenUp = isGivenUpBefore ? List.of() : lost;
            if (!givenUp.isEmpty()) {
                requireAccepted(givenUp.get(0), result.tail());
            }
            JournalTail tail = heldAgainstRecord(result.tail());
            return new Result(
                    result.ledger(),
                    result.keys(),
                    givenUp.isEmpty() ? tail : tail.afterLoss(0),
                    result.snapshot(),
                    givenUp,
                    isGivenUpBefore ? lost : List.of());
        } catch (IOException | RuntimeException e) {
            result.ledger().close();
            throw e;
        }
    }

    /**
     * Whether the newest epoch that ever existed accepts a loss, contains no transaction, and does not contain the ends
     * of the snapshots. If so, the snapshots end in the discarded part.
     */
    private boolean endsWithAcceptedLoss(JournalTail tail, List<Snapshot> lost) throws IOException {
        Epochs epochs = source.history();
        BankRecord known = files.records().latest();
        int newest = epochs.size() - 1;
        return newest >= 0
                && epochs.lossAccepted(newest)
                && epochs.positionBefore(newest) == tail.position()
                && known != null
                && known.epoch().equals(epochs.id(newest))
                && lost.stream().noneMatch(snapshot -> snapshot.end().epoch().equals(epochs.id(newest)));
    }

    private JournalTail heldAgainstRecord(JournalTail tail) throws IOException {
        OptionalLong accepted = source.acceptLossAfter();
        Epochs epochs = source.history();
        RecordCheck check =
                new RecordCheck(files.records().latest(), files.records().place());
        JournalTail held = check.check(epochs, tail, accepted);
        String lost = check.lostBefore(epochs);
        if (lost != null && source.wholeFrom() == 0) {
            throw new JournalDamage("damaged journal: " + lost, JournalDamage.UNKNOWN);
        }
        return held;
    }

    private @Nullable Result newestThatFits(BankIdentity identity, List<Snapshot> newestFirst) throws IOException {
        for (Snapshot snapshot : newestFirst) {
            Result result = identity.equals(snapshot.identity())
                    ? attempt(identity, snapshot)
                    : passOver(snapshot.place() + " belongs to bank " + snapshot.identity());
            if (result != null) {
                return result;
            }
        }
        return null;
    }

    /** A snapshot proves that the journal once reached its end. */
    private void requireAccepted(Snapshot snapshot, JournalTail tail) {
        if (!acceptsLossAfter(tail)) {
            throw JournalDamage.ofEnd(
                    "damaged journal: it ends at position " + tail.position() + ", but it once reached "
                            + snapshot.end() + ", where " + snapshot.place() + " ends",
                    tail.position());
        }
    }

    private boolean acceptsLossAfter(JournalTail tail) {
        OptionalLong accepted = source.acceptLossAfter();
        return accepted.isPresent() && accepted.getAsLong() == tail.position();
    }

    private @Nullable Result attempt(BankIdentity identity, @Nullable Snapshot snapshot) throws IOException {
        Ledger ledger = opened == null ? opener.open(identity, progress) : opened;
        opened = null;
        try {
            Result result = attempt(ledger, snapshot);
            if (result == null) {
                ledger.close();
            }
            return result;
        } catch (IOException | RuntimeException | Error e) {
            ledger.close();
            throw e;
        }
    }

    private @Nullable Result attempt(Ledger ledger, @Nullable Snapshot snapshot) throws IOException {
        IdempotencyWindow keys = new IdempotencyWindow(
                settings.keyWindow(), settings.keyAheadMax().toMillis(), KeyHash.of(settings.ids()));
        LogPosition required = ledger.logPosition();
        if (snapshot != null) {
            try {
                if (ledger.isPersistent() && !isHeld(snapshot)) {
                    return passOver(doesNotHold(snapshot, "the journal"));
                }
                snapshot.loadInto(ledger, (done, total) -> progress.at("loading the snapshot, pages", done, total));
            } catch (SnapshotDamage damage) {
                return passOver(String.valueOf(damage.getMessage()));
            } catch (IOException e) {
                return passOver(snapshot.place() + " cannot be read: " + e.getMessage());
            }
            required = snapshot.end();
        }
        Redo redo = new Redo(ledger, keys::replay, required, progress);
        RecoverySource history = source.reachingBackTo(ledger.logPosition(), files);
        JournalTail tail;
        try {
            tail = read(history, ledger.logPosition(), snapshot, keys, redo);
            if (history != source && !isInJournal(tail)) {
                return passOver("the end of the archive, after which the journal continues, is damaged");
            }
        } catch (JournalDamage damage) {
            if (history == source) {
                throw damage;
            }
            requireJournalIntact();
            return passOver(
                    "the archive, which would have to be read before the journal, is damaged: " + damage.getMessage());
        }
        if (!redo.isComplete()
                && (tail.identity() != null || ledger.logPosition().position() > 0)) {
            if (snapshot == null && ledger.logPosition().position() > 0) {
                return passOver("the ledger is at " + ledger.logPosition() + "; the journal, which "
                        + Epochs.of(source.epochs()).range() + " and ends at position " + tail.position()
                        + ", does not contain that point");
            }
            return passOver(
                    snapshot == null
                            ? "the journal does not reach back to the founding of the bank"
                                    + Epochs.of(source.epochs()).brokenBeforeOldest()
                                    + (hasSnapshots ? "" : NO_SNAPSHOT)
                            : doesNotHold(snapshot, "the journal, which ends at position " + tail.position() + ","));
        }
        if (ledger.logPosition().position() < ledger.soundFrom()) {
            return passOver("the ledger was loaded from a snapshot that ends at position " + ledger.soundFrom()
                    + ", and before that position its balances are not consistent; the journal ends at position "
                    + tail.position());
        }
        keys.replayed();
        return new Result(ledger, keys, tail, snapshot, List.of(), List.of());
    }

    /** Whether a history that was read from the archive on ends in the journal. */
    private boolean isInJournal(JournalTail tail) throws IOException {
        return source.history().indexOf(tail.epoch()) >= 0;
    }

    /**
     * Damage of the archive is no damage of the journal, so its loss cannot be accepted: the journal would be discarded
     * with it.
     *
     * @throws JournalDamage if the journal is damaged too
     */
    private void requireJournalIntact() throws IOException {
        source.read(source.history(), 0, (batch, logPosition) -> {});
    }

    private static String doesNotHold(Snapshot snapshot, String journal) {
        return snapshot.place() + " is from " + snapshot.start() + " to " + snapshot.end() + "; " + journal
                + " does not contain both points";
    }

    /**
     * Whether the journal contains both positions of a snapshot. Whatever is loaded into a persistent ledger stays
     * there, so snapshot and journal are first read to their ends.
     */
    private boolean isHeld(Snapshot snapshot) throws IOException {
        snapshot.verify((done, total) -> progress.at("checking the snapshot, pages", done, total));
        SnapshotInJournal held = new SnapshotInJournal(snapshot);
        RecoverySource history = source.reachingBackTo(snapshot.start(), files);
        Epochs epochs = history.history();
        int from = Math.max(0, epochs.holding(snapshot.start()));
        try {
            history.read(epochs, from, held);
        } catch (JournalDamage damage) {
            if (history == source) {
                throw damage;
            }
            requireJournalIntact();
            return false;
        }
        return held.both();
    }

    private JournalTail read(
            RecoverySource history, LogPosition from, @Nullable Snapshot snapshot, IdempotencyWindow keys, Redo redo)
            throws IOException {
        long through = history.acceptLossAfter().orElse(Long.MAX_VALUE);
        Epochs epochs = history.history();
        int anchor = RecoverySource.place(epochs, from);
        int first = Math.min(Math.max(0, anchor), KeyReplay.from(epochs, anchor, settings.keyWindow()));
        keys.continueLowered(epochs.keysLowered(through));
        KeyHorizon horizon = anchor < 0 ? null : epochs.keyHorizon(anchor);
        if (horizon != null) {
            keys.forgotten(horizon);
        } else {
            forgetWithoutHorizon(epochs, first, snapshot, keys);
        }
        KeyHorizon newest = epochs.isEmpty() ? null : epochs.keyHorizon(epochs.reachingBackTo(through));
        if (newest != null) {
            // A smaller window, which was in force since then, may have forgotten more.
            keys.forgotten(newest);
        }
        if (isCut(epochs) || !KeyReplay.reachesBack(epochs, anchor)) {
            forgetBefore(epochs, 0, keys);
        }
        return history.read(epochs, first, redo);
    }

    /**
     * The first journals did not say what was forgotten. A snapshot does, for all clients together. Without one, the
     * times of the keys before the first epoch that is read are unknown. None is later than the beginning of that epoch
     * plus the time that a key may be ahead.
     */
    private void forgetWithoutHorizon(Epochs epochs, int first, @Nullable Snapshot snapshot, IdempotencyWindow keys) {
        if (snapshot != null) {
            keys.forgotten(
                    snapshot.keysForgottenThroughMillis(), snapshot.start().position());
        } else if (!epochs.isEmpty() && epochs.positionBefore(first) > 0) {
            forgetBefore(epochs, first, keys);
        }
    }

    private void forgetBefore(Epochs epochs, int index, IdempotencyWindow keys) {
        keys.forgotten(
                KeyReplay.executedThroughMillis(epochs, index, settings.keyAheadMax()), epochs.positionBefore(index));
    }

    /**
     * Whether the journal begins where an operator accepted the loss of everything before, or has lost its older part.
     */
    private boolean isCut(Epochs epochs) {
        BankRecord known = files.records().latest();
        return !epochs.isEmpty()
                && (epochs.number(0) <= source.wholeFrom()
                        || (known != null
                                && (known.isAccepted(epochs.number(0)) || known.lacksEpochsBefore(epochs.number(0)))));
    }

    private @Nullable Result passOver(String reason) {
        reasons.add(reason);
        events.accept(new BankEvent.SnapshotPassedOver(reason));
        return null;
    }
}
