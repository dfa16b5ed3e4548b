/**
 * The certification: loads at parts of the requested rate, the tests of atomicity, consistency, isolation and
 * durability, and the verdict on all of them.
 *
 * <pre>
 *  CertifyCommand ─▶ Sizing ─▶ Certification ─▶ Loads ─▶ TerminalRunner, beside Checkpoints ─▶ Judge, RunBooks
 *                                   ├─▶ Atomicity, Consistency, KillTest (beside BalanceWatch)
 *                                   ├─▶ LostMedia, PowerCut, DatabaseLost: on a SmallerBank with a KeyedLoad
 *                                   └─▶ OverallVerdict ─▶ Disclosure ─▶ the report
 * </pre>
 *
 * <p>Each durability test ends with Reconciled: every answer that was received is looked up. CertificationSteps turns
 * what a step throws into a finding.
 */
@NullMarked
package org.debitcredit.terminal.certify;

import org.jspecify.annotations.NullMarked;
