/**
 * Measuring of runs. Response times are recorded in histograms, which are merged and never averaged, so that every
 * percentile comes from the samples themselves.
 *
 * <pre>
 *   driver ─▶ Recordings ─ every second ─▶ RecordedInterval ─▶ HistogramLog (.hlog)
 *      │                                          └──────────▶ MergedRecording ──┐
 *      └────▶ TrafficCounter ──────────────────────────────▶ Traffic ────────────┴─▶ verdict
 * </pre>
 *
 * <p>A request belongs to the window of measurement when it was <i>meant</i> to be sent in it. {@link
 * org.debitcredit.measure.statistics} has the tests, {@link org.debitcredit.measure.verdict} the rules. An open loop's
 * window begins when {@link org.debitcredit.measure.CatchUp} says so.
 */
@NullMarked
package org.debitcredit.measure;

import org.jspecify.annotations.NullMarked;
