package org.debitcredit.ledger;

/**
 * Where a statement goes on: between two postings of its account. It stays valid as long as the bank has its history,
 * which only grows, unless the bank is restored to an earlier position.
 *
 * @param account the statement's
 * @param period whose postings are told
 * @param asOf position of the last transaction that the statement's first page knew of
 * @param position of the posting to tell next
 * @param balanceMinor of the account after that posting, minor units
 */
public record StatementCursor(long account, Statements.Period period, long asOf, long position, long balanceMinor) {}
