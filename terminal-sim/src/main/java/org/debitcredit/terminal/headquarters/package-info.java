/**
 * Headquarters of a nationwide bank of regions: follows every region's change stream, keeps books of its own from it,
 * and closes each business day.
 *
 * <pre>
 *  RegionReader x N ──▶ Headquarters ──▶ Nation ──▶ RegionBooks x N    sums by region, cut by day
 *   a stream each           │               └─────▶ Transit            halves that are not matched
 *                           ▼
 *   HeadquartersRun ──▶ HeadquartersFiles      state, closed days, page
 * </pre>
 *
 * <p>The arithmetic (Nation and what is right of it) has no thread, no clock and no file. A day is cut in each region
 * after a position, so its sums are exact, whatever the regions' clocks say.
 */
@NullMarked
package org.debitcredit.terminal.headquarters;

import org.jspecify.annotations.NullMarked;
