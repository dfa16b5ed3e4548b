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

    /** Between a label and the line of another one. */
    private static final int BESIDE = 4;

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

    /**
     * The middle of a label in its row: over its line, but beside the line of a label above it, and never where it
     * would be cut off or cover the vertical axis.
     */
    double middleInRow(Marker marker) {
        double own = x.at(marker.x());
        double half = TextWidth.of(marker.label()) / 2;
        double middle = middle(marker);
        for (List<Marker> above : rows.subList(Math.max(0, row(marker) + 1), rows.size())) {
            for (Marker other : above) {
                double line = x.at(other.x());
                if (line > own) {
                    middle = Math.max(own - half, Math.min(middle, line - BESIDE - half));
                } else {
                    middle = Math.min(own + half, Math.max(middle, line + BESIDE + half));
                }
            }
        }
        return inside(middle, half);
    }

    private double middle(Marker marker) {
        return inside(x.at(marker.x()), TextWidth.of(marker.label()) / 2);
    }

    private double inside(double middle, double half) {
        return Math.max(x.pixelFrom() + half, Math.min(width - half, middle));
    }
}
