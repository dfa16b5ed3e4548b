package org.debitcredit.server.status;

import tools.jackson.databind.node.ObjectNode;

/** Puts numbers into a report in the precision in which they are shown. */
final class Numbers {

    private static final double THOUSAND = 1_000;

    private Numbers() {}

    /** A number with three decimals; nothing if it is not finite. */
    static void put(ObjectNode object, String name, double value) {
        if (Double.isFinite(value)) {
            object.put(name, Math.round(value * THOUSAND) / THOUSAND);
        }
    }

    /** A number of bytes; nothing for NaN. */
    static void putBytes(ObjectNode object, String name, double value) {
        if (Double.isFinite(value)) {
            object.put(name, Math.round(value));
        }
    }

    /** Nanoseconds, as microseconds. */
    static void putMicros(ObjectNode object, String name, long nanos) {
        put(object, name, nanos / THOUSAND);
    }
}
