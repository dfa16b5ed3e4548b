/**
 * Tail latencies that can be believed, and the curve of latency against throughput. A measurement corrects itself: it
 * is tested, and repeated longer until its tests pass, or it says that it cannot be had and why (Kogias, Mallon and
 * Bugnion, <i>Lancet</i>, USENIX ATC 2019).
 *
 * <pre>
 *   Sweep ──▶ SelfCorrection ──▶ OpenLoop: run at this rate for so long
 *                   │                └──▶ OpenLoopRun
 *                   └─▶ Tail ──▶ KindTail ──▶ Percentile
 * </pre>
 *
 * What is driven is the caller's: a bank, a server of another workload, or a model in a test. No clock is read here.
 */
@NullMarked
package org.debitcredit.measure.tail;

import org.jspecify.annotations.NullMarked;
