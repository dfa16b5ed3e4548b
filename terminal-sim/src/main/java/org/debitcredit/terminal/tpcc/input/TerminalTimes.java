package org.debitcredit.terminal.tpcc.input;

import java.time.Duration;
import org.debitcredit.measure.statistics.TruncatedExponential;
import org.debitcredit.tpcc.TpccTransactionType;

/** How long a person keys the inputs, and thinks after the answer (clause 5.2.5.7). */
public final class TerminalTimes {

    private static final long MILLIS_PER_SECOND = 1_000;

    private TerminalTimes() {}

    /** The least time of keying, before the request. */
    public static Duration keying(TpccTransactionType type) {
        return Duration.ofSeconds(
                switch (type) {
                    case NEW_ORDER -> 18;
                    case PAYMENT -> 3;
                    case ORDER_STATUS, DELIVERY, STOCK_LEVEL -> 2;
                });
    }

    /** The law of the think time, after the answer. */
    public static TruncatedExponential think(TpccTransactionType type) {
        long seconds = switch (type) {
            case NEW_ORDER, PAYMENT -> 12;
            case ORDER_STATUS -> 10;
            case DELIVERY, STOCK_LEVEL -> 5;
        };
        return new TruncatedExponential(seconds * MILLIS_PER_SECOND);
    }
}
