/**
 * Charts as SVG, and self-contained pages without scripts or other files. Independent of the contents shown.
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
