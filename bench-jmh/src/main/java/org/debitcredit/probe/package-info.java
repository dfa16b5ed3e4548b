/**
 * The storage probe. It measures how often a directory's disk can be forced, how much grouping gains, and how well the
 * journal uses the disk. It follows the article "Transaction performance", whose table and commit_demo it repeats.
 *
 * <pre>
 *   Probe ── Scratch (its own directory, deleted at the end)
 *     │
 *     ├─ ForceSweep ──── forced writes, 512 B to 1 MiB, four ways ──▶ CostModel: fixed + bytes / bandwidth
 *     ├─ RandomReads ─── 4 KiB, past the page cache where it can be          │ predicts
 *     ├─ CommitCurve ─── 1 to 1,000 transactions per forced write ◀──────────┘
 *     ├─ JournalDuel ─── every ProbedJournal ┊ floor: the same bytes, overwritten and forced
 *     └─ FillAheadDuel ─ Chronicle with zeros ahead ┊ without
 *              │
 *              ▼  each Operation in a short Bout, all in turn, in rounds; the median round counts
 *        ProbeResult ──▶ ProbeText, ProbePage
 * </pre>
 *
 * One thread. Nothing in the core depends on this package.
 */
@NullMarked
package org.debitcredit.probe;

import org.jspecify.annotations.NullMarked;
