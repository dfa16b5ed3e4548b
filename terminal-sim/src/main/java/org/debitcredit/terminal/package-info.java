/**
 * The terminals: thousands of ATMs that use a running bank over HTTP, the verdict on it, and its report.
 *
 * <pre>
 *  atm ──────────────────────────────▶ AtmRun ─────────────────┐                              ┌──▶ RunPage
 *  demo ──▶ TemporaryBank (server) ──▶ AtmRun, or KillDemo ────┼──▶ TerminalRunner (run) ─────┤
 *  nation ─▶ TemporaryBank for each region ▶ NationRun             │
 *  certify ─▶ TemporaryBank, PowerDisk ▶ Certification ────────┘      │ Terminal x N           └──▶ DisclosurePage
 *                                                                     ▼
 *                                                                 the bank, by its REST contract (contract)
 * </pre>
 *
 * <p>A run leaves a {@link org.debitcredit.terminal.run.RunResult}: traffic, response times, think times, and the file
 * of every answer. The rules of {@link org.debitcredit.measure.verdict} judge it, together with what the bank says of
 * its books.
 *
 * <p>The terminals use only the bank's REST contract, never its engine, journal or ledgers.
 *
 * <p>{@link org.debitcredit.terminal.headquarters} has no terminals. It follows the regions of a nationwide bank by
 * their change streams.
 */
@NullMarked
package org.debitcredit.terminal;

import org.jspecify.annotations.NullMarked;
