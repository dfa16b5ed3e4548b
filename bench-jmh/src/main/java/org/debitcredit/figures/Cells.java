package org.debitcredit.figures;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.debitcredit.history.Regression;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Measured values by row and column, one for each round. */
final class Cells {

    private final Map<String, Map<String, List<Double>>> rows = new LinkedHashMap<>();

    void add(String row, String column, double value) {
        rows.computeIfAbsent(row, key -> new LinkedHashMap<>())
                .computeIfAbsent(column, key -> new ArrayList<>())
                .add(value);
    }

    boolean has(String row, String column) {
        return !values(row, column).isEmpty();
    }

    private List<Double> values(String row, String column) {
        return rows.getOrDefault(row, Map.of()).getOrDefault(column, List.of());
    }

    /** The median of the rounds; the cell must exist. */
    double median(String row, String column) {
        List<Double> values = values(row, column);
        if (values.isEmpty()) {
            throw new IllegalStateException("nothing was measured for " + row + ", " + column);
        }
        return Regression.median(
                values.stream().mapToDouble(Double::doubleValue).toArray());
    }

    /** The median of the ratios of two columns in a row, round by round. */
    double medianRatio(String row, String column, String toColumn) {
        List<Double> values = values(row, column);
        List<Double> others = values(row, toColumn);
        if (values.isEmpty() || values.size() != others.size()) {
            throw new IllegalStateException(
                    "not each round measured both " + column + " and " + toColumn + " of " + row);
        }
        double[] ratios = new double[values.size()];
        for (int i = 0; i < ratios.length; i++) {
            ratios[i] = values.get(i) / others.get(i);
        }
        return Regression.median(ratios);
    }

    /** Every value of every round. */
    ObjectNode json() {
        ObjectNode json = JsonMapper.shared().createObjectNode();
        rows.forEach((row, columns) -> {
            ObjectNode cells = json.putObject(row);
            columns.forEach((column, values) -> {
                ArrayNode rounds = cells.putArray(column);
                values.forEach(rounds::add);
            });
        });
        return json;
    }
}
