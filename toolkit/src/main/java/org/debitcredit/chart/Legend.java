package org.debitcredit.chart;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The names of series, and how each is drawn. */
final class Legend {

    private static final int ROW = 20;
    private static final int SWATCH = 28;

    /** The place of a name: the left end of its swatch, and its row. */
    private record Place(double left, int row) {}

    private final List<Series> series;

    Legend(List<Series> series) {
        this.series = series;
    }

    /** Writes a paragraph of a page, which wraps by itself. */
    void intoPage(Markup page) {
        page.open("p", "class", "legend");
        for (int i = 0; i < series.size(); i++) {
            page.open("span").open("i", "class", look(i)).close();
            page.text(series.get(i).name()).close();
        }
        page.close();
    }

    /** Height of the rows of a drawing. */
    int height(int width) {
        return ROW * (1 + places(width).get(series.size() - 1).row());
    }

    /** Writes the rows of a drawing. */
    void intoDrawing(Markup svg, int width, int top) {
        List<Place> places = places(width);
        for (int i = 0; i < series.size(); i++) {
            double left = places.get(i).left();
            int baseline = top + ROW * places.get(i).row() + 12;
            String swatch = swatch(series.get(i).look());
            svg.empty("path", "class", look(i), "d", String.format(Locale.ROOT, swatch, left, baseline - 4));
            svg.leaf("text", series.get(i).name(), "x", left + SWATCH, "y", baseline);
        }
    }

    /** The path of a swatch, from the left end of its middle. */
    private static String swatch(Series.Look look) {
        return switch (look) {
            case LINE, STEPS, RANGES, DASHED -> "M%.1f %dh20";
            case POINTS -> "M%.1f %da5 5 0 1 0 10 0a5 5 0 1 0 -10 0";
            case BARS -> "M%.1f %dv-6h12v12h-12z";
        };
    }

    private List<Place> places(int width) {
        List<Place> places = new ArrayList<>();
        double left = 0;
        int row = 0;
        for (Series each : series) {
            double wide = SWATCH + TextWidth.of(each.name()) + TextWidth.GAP;
            if (left > 0 && left + wide > width) {
                left = 0;
                row++;
            }
            places.add(new Place(left, row));
            left += wide + TextWidth.GAP;
        }
        return places;
    }

    /** The classes of a swatch. */
    private String look(int index) {
        String kind = switch (series.get(index).look()) {
            case LINE, STEPS, RANGES -> "line ";
            case DASHED -> "line dashed ";
            case POINTS -> "fill dot ";
            case BARS -> "fill ";
        };
        return kind + Chart.colour(index);
    }
}
