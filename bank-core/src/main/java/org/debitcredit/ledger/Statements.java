package org.debitcredit.ledger;

/**
 * Statements of accounts, read backwards from the latest posting, page by page. They contain only committed, and so
 * durable, postings. Reading does not block the writer. For use by any thread.
 */
public interface Statements {

    /**
     * The first page: the latest postings.
     *
     * @param account id of an existing account
     * @param period whose postings are shown
     * @param limit postings on the page at most
     * @throws MissingRows if the account is missing in the database
     * @throws LedgerUnavailable if the database is unreachable
     * @throws TooManyReaders if too many statements are being read at the same time
     */
    AccountStatement latest(long account, Period period, int limit);

    /**
     * The next page, further into the past. Postings that are made meanwhile do not change it.
     *
     * @param from {@link AccountStatement#next} of the page before it
     * @throws NoSuchPosting if the history does not contain the cursor's posting: the bank was restored to an earlier
     *     position, or loaded from a later snapshot, or no longer keeps the posting
     */
    AccountStatement further(StatementCursor from, int limit);

    /** Too many statements are being read, and none of them finished in time. The request can be repeated. */
    final class TooManyReaders extends RuntimeException {

        private static final long serialVersionUID = 1;

        public TooManyReaders(String message) {
            super(message);
        }
    }

    /** A posting is missing in the history. */
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
     * @param untilMicros its end, exclusive
     */
    record Period(long fromMicros, long untilMicros) {

        /** All time. */
        public static final Period ALL = new Period(Long.MIN_VALUE, Long.MAX_VALUE);

        /** Refuses a range that ends before it begins. */
        public Period {
            if (untilMicros < fromMicros) {
                throw new IllegalArgumentException(
                        "the period ends at " + untilMicros + ", which is before its beginning at " + fromMicros);
            }
        }
    }
}
