/**
 * The certification: loads at parts of the requested rate, the tests of atomicity, consistency, isolation and durability,
 * and the verdict on all of them.
 *
 * <pre>
 *  CertifyCommand ─▶ Sizing ─▶ Certification ─▶ Loads ─────▶ TerminalRunner, Checkpoints ─▶ Judge
 *                                   ├─▶ QuietTests, KillTest (beside BalanceWatch) ─▶ Reconciler
 *                                   ├─▶ LostMedia, PowerCut on a smaller bank (KeyedLoad) ─▶ Reconciler
 *                                   └─▶ OverallVerdict ─▶ Disclosure
 * </pre>
 */
@NullMarked
package org.debitcredit.terminal.certify;

import org.jspecify.annotations.NullMarked;
