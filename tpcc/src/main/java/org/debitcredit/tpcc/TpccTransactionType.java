package org.debitcredit.tpcc;

import java.time.Duration;

/** The five transactions, with the limits of their 90th percentiles (clause 5.2.5.3). */
public enum TpccTransactionType {
    NEW_ORDER("newOrder", 5),
    PAYMENT("payment", 5),
    ORDER_STATUS("orderStatus", 5),
    DELIVERY("delivery", 5),
    STOCK_LEVEL("stockLevel", 20);

    private final String id;
    private final Duration limit;

    TpccTransactionType(String id, long limitSeconds) {
        this.id = id;
        this.limit = Duration.ofSeconds(limitSeconds);
    }

    /** The name in JSON. */
    public String id() {
        return id;
    }

    /** What 90 % of the response times must be under. */
    public Duration limit() {
        return limit;
    }
}
