package org.debitcredit.chart;

/**
 * A shaded part of a chart between two values of the lower axis, with its meaning.
 *
 * @param isFailure whether it is shaded as a failure
 */
public record Band(double from, double to, String label, boolean isFailure) {

    public Band(double from, double to, String label) {
        this(from, to, label, false);
    }
}
