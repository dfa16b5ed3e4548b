/**
 * The measuring half of the lab. It starts services with the setting of the levers, loads them step by step, and counts
 * what every resource did.
 *
 * <pre>
 *   LabRun ── rounds: measure, name the bottleneck, pull a lever that removes it
 *     │
 *     └─ Rounds of one Setting ── Rig ──▶ Service: a process, its meters, its line
 *              │                           │ in between, a Line: a throttling proxy
 *              └─ LoadStep ◀───────────────┘ Readings once a second: /proc of both processes, meters of the service
 *                    │
 *                    └──▶ StepCounters
 * </pre>
 *
 * All that a run makes – processes, directories, proxies – is removed at its end and when the process is stopped.
 */
@NullMarked
package org.debitcredit.lab.run;

import org.jspecify.annotations.NullMarked;
