/**
 * The measured parts of docs/performance.md, which are regenerated in one session on one machine by {@link
 * org.debitcredit.figures.PerformancePage}.
 *
 * <pre>
 *   PerformancePage ──▶ Part (limits, engine, grpc, rest, latency, postgres, soak)
 *                         │ each round, each cell in turn: a child process, its JSON or its output ──▶ Cells
 *                         ▼
 *                       PartResult ──▶ Markers: the table between two comments of the page;  performance.json
 * </pre>
 *
 * Nothing is measured in this process: it starts, waits, reads, and ends only what it started.
 */
@NullMarked
package org.debitcredit.figures;

import org.jspecify.annotations.NullMarked;
