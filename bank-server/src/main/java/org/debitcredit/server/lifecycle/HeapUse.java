package org.debitcredit.server.lifecycle;

/**
 * How much of the heap for long-lived objects is in use.
 *
 * @param pools names of the JVM's memory pools that make up this part of the heap
 */
record HeapUse(String pools, long usedBytes, long maxBytes) {

    double share() {
        return (double) usedBytes / maxBytes;
    }

    @Override
    public String toString() {
        return Math.round(share() * 100) + " % of the heap for long-lived objects is in use after a collection: "
                + (usedBytes >> 20) + " of " + (maxBytes >> 20) + " MiB (" + pools + ")";
    }
}
