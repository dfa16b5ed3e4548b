/**
 * The measured parts of README.md, docs/performance.md and docs/databases.md, which are regenerated in one session on
 * one machine by {@link org.debitcredit.figures.PerformancePage}.
 *
 * <pre>
 *   PerformancePage ──▶ PagePart (limits, engine, rest, latency, postgres; if asked for: clients, soak,
 *                         │         regions, pgbench, databases, tpcc)
 *                         │ each round, each cell in turn: a child process, its JSON or its output ──▶ Cells
 *                         ▼
 *                       PartResult ──▶ Markers: the table between two comments of the page;  a .json file in docs
 * </pre>
 *
 * Child processes measure everything except the time to fill a database. This process starts them, reads their output,
 * and ends only what it started.
 */
@NullMarked
package org.debitcredit.figures;

import org.jspecify.annotations.NullMarked;
