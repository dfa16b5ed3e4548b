package org.debitcredit.event;

import java.util.Objects;
import java.util.function.Consumer;
import org.debitcredit.ledger.MissingRows;
import org.debitcredit.transaction.LogPosition;
import org.debitcredit.transaction.TransactionBatch;
import org.jspecify.annotations.Nullable;

/**
 * Something that happened in a bank, for metrics, logs and health. A consumer is called on the thread that reports the
 * event, so it must be quick.
 */
public sealed interface BankEvent {

    /** Ignores every event. */
    Consumer<BankEvent> IGNORE = event -> {};

    /** Passes the groups to one consumer, and all other events, which are rare, to another. */
    static Consumer<BankEvent> separated(Consumer<GroupCommitted> groups, Consumer<BankEvent> others) {
        return event -> {
            if (event instanceof GroupCommitted group) {
                groups.accept(group);
            } else {
                others.accept(event);
            }
        };
    }

    /**
     * A group was made durable and is about to be answered. A writer reports the same object for every group, to avoid
     * garbage. So the object is valid only during the call.
     */
    final class GroupCommitted implements BankEvent {

        private final TransactionBatch batch;
        private int journalBytes;
        private long forceNanos;

        /** @param batch the batch of every group of a writer */
        public GroupCommitted(TransactionBatch batch) {
            this.batch = batch;
        }

        /** The same event for the group that is in the batch now. */
        public GroupCommitted of(int newJournalBytes, long newForceNanos) {
            journalBytes = newJournalBytes;
            forceNanos = newForceNanos;
            return this;
        }

        /** The newly decided transactions. */
        public TransactionBatch batch() {
            return batch;
        }

        /** Length of the document in which they were journaled. */
        public int journalBytes() {
            return journalBytes;
        }

        /** How long the force took. */
        public long forceNanos() {
            return forceNanos;
        }
    }

    /**
     * A failure that may be a lack of memory. The event is created in advance, because reporting it must not need
     * memory.
     */
    abstract sealed class Fault implements BankEvent {

        private @Nullable Throwable cause;

        /** The same event with this cause. */
        public final BankEvent by(Throwable newCause) {
            cause = newCause;
            return this;
        }

        public final Throwable cause() {
            return Objects.requireNonNull(cause);
        }
    }

    /** The writer stopped and will not resume. */
    final class WriterStopped extends Fault {}

    /** A callback, a consumer of events, or the check of the lock threw an exception. The calling thread continues. */
    final class CallbackFailed extends Fault {}

    /**
     * A snapshot failed, or the removal of files that it makes unnecessary. The bank keeps running. The step is tried
     * again after another interval, or each second while the journal is full.
     */
    final class SnapshotFailed extends Fault {}

    /**
     * The projection has ended, and an operator has to repair it. The journal is kept from its position only up to the
     * limit of its backlog, if at all.
     */
    final class ProjectionStopped extends Fault {}

    /**
     * Rows are missing in the ledger. Requests that touch them are not executed; the writer continues with everything
     * else.
     */
    record LedgerDamaged(MissingRows missing) implements BankEvent {}

    /** The ledger's database is unreachable or refuses work. The bank waits for it and answers nothing meanwhile. */
    record LedgerLost(Throwable cause) implements BankEvent {}

    /** The ledger's database is back and has caught up with the journal. */
    record LedgerResumed() implements BankEvent {}

    /**
     * The ledger has reached its limit of single postings, and drops the oldest from now on.
     *
     * @param rows that it keeps
     * @param fromPosition of the first transaction that statements show now
     */
    record HistoryCut(long rows, long fromPosition) implements BankEvent {}

    /**
     * A snapshot was published.
     *
     * @param place its path
     */
    record SnapshotPublished(LogPosition start, LogPosition end, String place) implements BankEvent {}

    /** Recovery skipped a snapshot. */
    record SnapshotPassedOver(String reason) implements BankEvent {}

    /**
     * The journal is full: from now on transactions are refused as busy, until a snapshot has freed some of it. Any
     * thread may report this.
     *
     * @param bytes that it takes
     * @param bytesMax that it may take
     */
    record JournalFull(long bytes, long bytesMax) implements BankEvent {}

    /** The journal is no longer full, and transactions are accepted again. Any thread may report this. */
    record JournalHasRoom(long bytes, long bytesMax) implements BankEvent {}

    /**
     * The journal is full, and stays full unless an operator acts.
     *
     * @param why null when that is over
     */
    record JournalStaysFull(@Nullable String why) implements BankEvent {}

    /**
     * The archive exceeded its limit, and its oldest epochs are deleted.
     *
     * @param epoch number of the last one that is deleted
     * @param bytesMax that it may take
     * @param restorableFrom first position that a restore can reach now; -1 for none
     */
    record ArchiveCut(long epoch, long bytesMax, long restorableFrom) implements BankEvent {}

    /**
     * One of the two copies of a mirrored bank failed and is no longer used. The bank continues on the other, which has
     * recorded this durably. From now on, losing that copy means losing the bank.
     *
     * @param place directory of the copy that was lost
     */
    record MirrorLost(String place, Throwable cause) implements BankEvent {}

    /**
     * One of the two copies was rewritten from the other at the start.
     *
     * @param place its directory
     * @param reason why this was necessary
     * @param asidePlace where the previous copy is now; empty if there was none
     */
    record MirrorReplaced(String place, String reason, String asidePlace) implements BankEvent {}

    /**
     * The archived epochs of a copy that was rewritten do not lead to the bank's journal any more, and were set aside.
     *
     * @param place directory of the copy
     * @param asidePlace where they are now
     * @param positionBefore last position before everything that the bank still holds
     */
    record ArchiveSetAside(String place, String asidePlace, long positionBefore) implements BankEvent {}

    /**
     * The projection's database or the journal cannot be reached. The projection tries again, and the journal is kept
     * meanwhile.
     */
    record ProjectionLost(Throwable cause) implements BankEvent {}

    /** The projection's database and the journal can be reached again. */
    record ProjectionResumed() implements BankEvent {}
}
