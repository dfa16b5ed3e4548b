/**
 * The simulator: engine, journal, snapshots, recovery and mirror run unchanged over disks in memory, with faults and
 * settings drawn from a seed. Threads are stepped by hand, and a model checks the bank. One seed always gives the same
 * history.
 *
 * <pre>
 *   seed ─▶ Simulation ── lives, one after the other ──▶ Life ── steps ──▶ writer, snapshotter, filler (the real ones)
 *              │                                          │                        │ Folder, DataFile
 *              │ kill, power cut, Error, operator         │ every answer           ▼
 *              └──────────────▶ SimulatedDisk ◀───────────┼──────── SimulatedFolder, SimulatedFile
 *                                                         ▼                        │ while a force is under way,
 *                               ModelCheck ── ModelBank: what the bank must say    └─▶ the others are stepped
 * </pre>
 *
 * Not simulated: tearing inside of one thread's plain memory, threads that run at the same instant, Chronicle's mapped
 * files, which tests check through images of what a crash leaves of them.
 */
@NullMarked
package org.debitcredit.simulation;

import org.jspecify.annotations.NullMarked;
