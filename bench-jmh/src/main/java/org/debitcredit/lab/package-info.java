/**
 * The Modesto lab: it raises the load step by step, counts what each resource did, names the bottleneck by the
 * operational laws, and predicts the next one.
 *
 * <pre>
 *   counters of a step ──▶ StepCounters ─┐
 *   counters of a step ──▶ StepCounters ─┼─▶ Trial ──▶ Bottleneck: Named, or NoneNear
 *   counters of a step ──▶ StepCounters ─┘     │
 *                                              └─ a lever is pulled, and the next Trial begins
 * </pre>
 *
 * Throughput is in transactions per second (tps), times are in seconds unless a name says otherwise.
 */
@NullMarked
package org.debitcredit.lab;

import org.jspecify.annotations.NullMarked;
