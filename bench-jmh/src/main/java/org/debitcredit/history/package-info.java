/**
 * The history of benchmarks: the result of each by revision, and whether a new figure is a regression or noise.
 *
 * <pre>
 *   BenchmarkRun ──▶ HistoryFiles: DIR/benchmark.jsonl, a line for each run
 *        │                 │
 *        └─▶ Regression ◀──┘ median, spread ──▶ BenchmarkTable, HistoryPage
 * </pre>
 *
 * What is compared is the ratio to a baseline measured beside it, not the figure: machines differ, ratios differ less.
 */
@NullMarked
package org.debitcredit.history;

import org.jspecify.annotations.NullMarked;
