package org.debitcredit.ledger;

/**
 * The point at which a statement continues: after a posting of its account that was already read. It stays valid as
 * long as the bank has that posting. A position alone would not be enough, because a bank that is restored to an
 * earlier position assigns the position again.
 *
 * @param account the statement's
 * @param period whose postings are shown
 * @param asOf position of the last transaction that the statement's first page included
 * @param readPosition of the earliest posting read so far
 * @param readMicros its time, microseconds since 1970 UTC
 * @param balanceMinor of the account before that posting, minor units
 */
public record StatementCursor(
        long account, Statements.Period period, long asOf, long readPosition, long readMicros, long balanceMinor) {}
