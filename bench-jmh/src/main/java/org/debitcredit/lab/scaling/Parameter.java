package org.debitcredit.lab.scaling;

/**
 * A fitted parameter with its 95 % interval.
 *
 * @param symbol such as σ
 */
public record Parameter(String symbol, double value, double low, double high) {

    /** Whether the parameter may be 0, which is its bound. */
    public boolean mayBeZero() {
        return low <= 0;
    }
}
