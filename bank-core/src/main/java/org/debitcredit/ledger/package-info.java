/**
 * The state that the writer changes: balances and history. One interface, {@link org.debitcredit.ledger.Ledger}, and
 * one contract suite that every ledger passes. {@link org.debitcredit.ledger.Decision} is the bank's rule, shared by
 * all.
 *
 * <pre>
 *   execute(batch) ──▶ journal: append, force ──▶ commit(logPosition)        while running
 *                      journal: read ──────────▶ redo(batch, ...)     after a crash
 * </pre>
 */
@NullMarked
package org.debitcredit.ledger;

import org.jspecify.annotations.NullMarked;
