/**
 * The simulator of several regions: banks that run, die and recover on simulated machines, clear out-of-town
 * transactions with each other over a network that delays, loses and repeats messages, and are checked by their
 * headquarters. One seed always gives the same history.
 *
 * <pre>
 *   RegionsSimulation ── turns ──▶ Region: a bank, its Clearing and Settlement with each other region (the real ones)
 *          │                          │ calls, answers       ▲ change streams, read in portions and with a lag
 *          │ kills, cut links         ▼                      │
 *          └─────────────────────▶ Network              PartnerLink ──▶ SimulatedMark: where both begin after a kill
 *
 *   Customers: what was asked, and every answer  ──▶  SimulatedHeadquarters: reads all histories and states the rules
 * </pre>
 *
 * Not simulated: threads at the same instant, the batches and connections of gRPC, disks that fail, and snapshots.
 */
@NullMarked
package org.debitcredit.simulation.regions;

import org.jspecify.annotations.NullMarked;
