package org.debitcredit.ledger;

/**
 * Statements of accounts, read backwards from the latest posting, page by page. What is told is committed, and so
 * durable. Reading holds the writer up nowhere. Any thread.
 */
public interface Statements {

    /**
     * The first page: the latest postings.
     *
     * @param account id of an existing account
     * @param period whose postings are told
     * @param limit postings on the page at most
     * @throws MissingRows if the database lacks the account
     * @throws LedgerUnavailable if the database is away
     * @throws TooManyReaders if so many statements are being read that this one would wait for too long
     */
    AccountStatement latest(long account, Period period, int limit);

    /**
     * A further page, going on into the past. Postings made meanwhile change nothing in it.
     *
     * @param from {@link AccountStatement#next} of the page before it
     * @throws NoSuchPosting if the history has not the posting that the cursor is from: the bank was restored to before
     *     it,
     *     or loaded from a snapshot of later, or no longer keeps it
     */
    AccountStatement further(StatementCursor from, int limit);

    /** Others read their statements, and none of them ended in time. This one may be asked for again. */
    final class TooManyReaders extends RuntimeException {

        private static final long serialVersionUID = 1;

        public TooManyReaders(String message) {
            super(message);
        }
    }

    /** The history lacks a posting that it should have. */
    final class NoSuchPosting extends RuntimeException {

        private static final long serialVersionUID = 1;

        public NoSuchPosting(String message) {
            super(message);
        }
    }

    /**
     * A time range.
     *
     * @param fromMicros its beginning, microseconds since 1970 UTC
     * @param untilMicros its end, not in it
     */
    record Period(long fromMicros, long untilMicros) {

        /** All time. */
        public static final Period ALL = new Period(Long.MIN_VALUE, Long.MAX_VALUE);

        /** Refuses one that ends before it begins. */
        public Period {
            if (untilMicros < fromMicros) {
                throw new IllegalArgumentException(
                        "the period ends at " + untilMicros + ", which is before its beginning at " + fromMicros);
            }
        }
    }
}
