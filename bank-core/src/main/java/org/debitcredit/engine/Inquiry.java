package org.debitcredit.engine;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.debitcredit.ledger.BalanceKind;
import org.debitcredit.ledger.MissingRows;
import org.debitcredit.ledger.Totals;
import org.debitcredit.transaction.TransactionKey;
import org.jspecify.annotations.Nullable;

/**
 * A question about the bank's state. It belongs to a group and is answered from the state after that group, which is
 * then durable, so the answer can never become invalid. Inquiries are not journaled.
 */
public abstract sealed class Inquiry implements Command {

    private boolean available;
    private @Nullable MissingRows missing;

    /**
     * False when there is no answer: the bank is stopped, or the requested rows are {@linkplain #missing} in the
     * ledger.
     */
    public final boolean available() {
        return available;
    }

    /** The rows that are missing in the ledger and would be needed for the answer; null if none are missing. */
    public final @Nullable MissingRows missing() {
        return missing;
    }

    final void missing(MissingRows rows) {
        missing = rows;
    }

    final void available(boolean isAvailable) {
        available = isAvailable;
    }

    @Override
    public final void rejected() {
        available = false;
        answered();
    }

    /** Asks for the balance of an account, teller or branch that exists. */
    public static final class Balance extends Inquiry {

        private final BalanceKind kind;
        private final long id;
        private final Consumer<Balance> whenAnswered;
        private long balanceMinor;
        private long position;

        public Balance(BalanceKind kind, long id, Consumer<Balance> whenAnswered) {
            this.kind = kind;
            this.id = id;
            this.whenAnswered = whenAnswered;
        }

        public BalanceKind kind() {
            return kind;
        }

        public long id() {
            return id;
        }

        /** The balance, minor units; only where {@link #available}. */
        public long balanceMinor() {
            return balanceMinor;
        }

        /** The position of the balance. */
        public long position() {
            return position;
        }

        /** Whether its row is of this kind and not known to be missing. */
        boolean isToBeReadFrom(BalanceKind asked) {
            return kind == asked && missing() == null;
        }

        void answer(long balance, long atPosition) {
            balanceMinor = balance;
            position = atPosition;
            available(true);
        }

        @Override
        public void answered() {
            whenAnswered.accept(this);
        }
    }

    /** Asks for the status of a key, or of the same key of several clients. */
    public static final class Key extends Inquiry {

        private final List<TransactionKey> keys;
        private final long unseenThrough;
        private final Consumer<Key> whenAnswered;
        private TransactionKey key;
        private KeyStatus status = KeyStatus.UNKNOWN;

        public Key(TransactionKey key, Consumer<Key> whenAnswered) {
            this(List.of(key), Submission.NOT_FOLLOWED, whenAnswered);
        }

        /**
         * @param keys at least one. The status is that of the first one that was decided; if none was, that of the last
         *     one that has expired; otherwise unknown
         */
        public Key(List<TransactionKey> keys, Consumer<Key> whenAnswered) {
            this(keys, Submission.NOT_FOLLOWED, whenAnswered);
        }

        /**
         * Asks for the status of one key. If the bank remembers every key after the position, the key is not expired.
         *
         * @param unseenThrough position up to which the caller has followed the bank without seeing the key, or {@link
         *     Submission#NOT_FOLLOWED}
         */
        public Key(TransactionKey key, long unseenThrough, Consumer<Key> whenAnswered) {
            this(List.of(key), unseenThrough, whenAnswered);
        }

        private Key(List<TransactionKey> keys, long unseenThrough, Consumer<Key> whenAnswered) {
            this.keys = keys;
            this.unseenThrough = unseenThrough;
            this.whenAnswered = whenAnswered;
            this.key = keys.get(0);
        }

        long unseenThrough() {
            return unseenThrough;
        }

        /** The one whose status it is. */
        public TransactionKey key() {
            return key;
        }

        /** The status; only where {@link #available}. */
        public KeyStatus status() {
            return status;
        }

        void answer(Function<TransactionKey, KeyStatus> statuses) {
            for (TransactionKey asked : keys) {
                KeyStatus found = statuses.apply(asked);
                if (found != KeyStatus.UNKNOWN) {
                    key = asked;
                    status = found;
                }
                if (found instanceof KeyStatus.Decided) {
                    break;
                }
            }
            available(true);
        }

        @Override
        public void answered() {
            whenAnswered.accept(this);
        }
    }

    /** Reads the four sums. The writer waits while the ledger adds up. */
    public static final class Sums extends Inquiry {

        private final Consumer<Sums> whenAnswered;
        private @Nullable Totals totals;
        private long position;

        public Sums(Consumer<Sums> whenAnswered) {
            this.whenAnswered = whenAnswered;
        }

        /** The sums; only where {@link #available}. */
        public Totals totals() {
            if (totals == null) {
                throw new IllegalStateException("the bank could not answer this inquiry");
            }
            return totals;
        }

        /** The position at which the sums were taken. */
        public long position() {
            return position;
        }

        void answer(Totals sums, long atPosition) {
            totals = sums;
            position = atPosition;
            available(true);
        }

        @Override
        public void answered() {
            whenAnswered.accept(this);
        }
    }
}
