/**
 * The report of a run: what it discloses, and its page. One self-contained HTML file, and the same as JSON.
 *
 * <pre>
 *   certify ──▶ Disclosure ──▶ DisclosurePage, DisclosureJson ─┐
 *   demo, atm ──▶ SingleRun ──▶ RunPage ───────────────────────┤
 *                                                              ▼
 *       Headline, RunSections, ResponseCharts ──▶ Distribution, ThroughputChart, ThinkTimeChart, ...
 * </pre>
 */
@NullMarked
package org.debitcredit.terminal.report;

import org.jspecify.annotations.NullMarked;
