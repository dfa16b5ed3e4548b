/**
 * The terminals: thousands of ATMs that use a running bank over HTTP, and the verdict on its response times.
 *
 * <pre>
 *  demo ──▶ ServerProcess           one run (AtmRun):
 *    │         │ url
 *  atm ───────▶├─ Funding ─▶ GatlingRun ─▶ AtmSimulation ─▶ Terminal x N ─▶ the bank
 *              │                                               │ every answer
 *              └─ AtmVerdict ◀── Observed ◀── totals, journal ◀── TerminalRun (response times, tally)
 * </pre>
 *
 * They use only the bank's REST contract, never its engine, journal or ledgers.
 */
@NullMarked
package org.debitcredit.terminal;

import org.jspecify.annotations.NullMarked;
