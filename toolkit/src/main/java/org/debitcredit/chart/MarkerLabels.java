package org.debitcredit.chart;

import java.util.ArrayList;
import java.util.List;

/**
 * The places of markers' labels. Labels that would overlap are stacked in rows, the lowest row first. A marker without
 * room gets no label.
 */
final class MarkerLabels {

    static final int ROW = 16;

    private static final int ROWS_MAX = 3;

    private final Scale x;
    private final int width;
    private final List<List<Marker>> rows = new ArrayList<>();

    /**
     * Places labels.
     *
     * @param x has a place for each of the markers
     * @param width of the drawing, at whose ends no label is cut off
     */
    MarkerLabels(List<Marker> markers, Scale x, int width) {
        this.x = x;
        this.width = width;
        markers.forEach(this::place);
    }

    private void place(Marker marker) {
        for (List<Marker> row : rows) {
            if (row.stream().noneMatch(other -> overlap(marker, other))) {
                row.add(marker);
                return;
            }
        }
        if (rows.size() < ROWS_MAX) {
            rows.add(new ArrayList<>(List.of(marker)));
        }
    }

    private boolean overlap(Marker one, Marker other) {
        return Math.abs(middle(one) - middle(other))
                < (TextWidth.of(one.label()) + TextWidth.of(other.label())) / 2 + TextWidth.GAP;
    }

    /** Height of all rows. */
    int height() {
        return ROW * rows.size();
    }

    /** The row of a marker's label, counted from the lowest; below 0 for a marker without a label. */
    int row(Marker marker) {
        for (int row = 0; row < rows.size(); row++) {
            if (rows.get(row).contains(marker)) {
                return row;
            }
        }
        return -1;
    }

    /** The middle of a label: over its line, except where it would be cut off or cover the vertical axis. */
    double middle(Marker marker) {
        double half = TextWidth.of(marker.label()) / 2;
        return Math.max(x.pixelFrom() + half, Math.min(width - half, x.at(marker.x())));
    }
}
