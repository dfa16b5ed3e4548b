package org.debitcredit.ledger;

/**
 * Where a statement goes on: behind a posting of its account that was read. It stays valid as long as the bank has that
 * posting; a position alone would not tell, for a bank restored to before it fills the position anew.
 *
 * @param account the statement's
 * @param period whose postings are told
 * @param asOf position of the last transaction that the statement's first page knew of
 * @param readPosition of the earliest posting read so far
 * @param readMicros its time, microseconds since 1970 UTC
 * @param balanceMinor of the account before that posting, minor units
 */
public record StatementCursor(
        long account, Statements.Period period, long asOf, long readPosition, long readMicros, long balanceMinor) {}
