/**
 * Charts as SVG, and pages that need nothing else: no script, no other file. Knows nothing of what it shows.
 *
 * <pre>
 *   Page ──▶ Chart ──▶ Axis, Series, Band, Marker
 *              │
 *        ChartDrawing ──▶ SeriesDrawing, MarkerLabels, Legend ──▶ Scale ──▶ Ticks
 *              │
 *           Markup (text stays text), StyleSheet (style.css)
 * </pre>
 */
@NullMarked
package org.debitcredit.chart;

import org.jspecify.annotations.NullMarked;
