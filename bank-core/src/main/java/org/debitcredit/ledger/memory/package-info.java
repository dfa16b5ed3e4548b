/**
 * The bank in this process's memory: 8 bytes an account, no rows and no history but its sums per branch. It is not
 * persistent; it is rebuilt from a snapshot and the journal.
 *
 * <pre>
 *   MemoryLedger   which call may come when; the log position
 *   MemoryBank     the balances of one bank and what its history adds up to
 *   BalanceArray   long[] segments, by dense index
 * </pre>
 */
@NullMarked
package org.debitcredit.ledger.memory;

import org.jspecify.annotations.NullMarked;
