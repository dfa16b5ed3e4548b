/**
 * The N-stream harness, after Gray &amp; Levine's {@code spRunDebitCredit} (2005): streams that send DebitCredits to a
 * bank as fast as answers arrive, or at a fixed rate, with the resources used in each second.
 *
 * <pre>
 *   StreamRun ── one thread each ──▶ Stream ── Slot, Slot, ... ──▶ the engine, or a service elsewhere
 *       │                                                     ◀── answers
 *       └─ every second: position, forces, CPU, writes ──▶ Second
 * </pre>
 */
@NullMarked
package org.debitcredit.streams;

import org.jspecify.annotations.NullMarked;
