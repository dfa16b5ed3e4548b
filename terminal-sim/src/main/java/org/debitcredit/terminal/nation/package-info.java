/**
 * The command {@code nation}: a nationwide bank of several regions on one machine, and ATMs in all of them.
 *
 * <pre>
 *  NationCommand ─▶ NationServices   a temporary bank for each region
 *                 ─▶ Atms            Atm x N ─▶ NationTraffic, which counts their answers
 *                 ─▶ Kills           kills services in turn and starts them again
 *                 ─▶ InTransitWatch  samples what is in transit, every second
 *                 ─▶ Reckoning       afterwards: pairs of regions, tills, answers, totals ─▶ NationRules
 * </pre>
 */
@NullMarked
package org.debitcredit.terminal.nation;

import org.jspecify.annotations.NullMarked;
