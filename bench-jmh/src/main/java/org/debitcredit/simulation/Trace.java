package org.debitcredit.simulation;

import java.util.ArrayList;
import java.util.List;

/** The trace of one simulation: a checksum of all events, and the last ones in words. */
public final class Trace {

    private static final int KEPT = 60;

    private final String[] what = new String[KEPT];
    private final String[] name = new String[KEPT];
    private final long[] first = new long[KEPT];
    private final long[] second = new long[KEPT];
    private int events;
    private long hash;

    /** Adds an event. */
    public void add(String event) {
        add(event, "", 0, 0);
    }

    /**
     * Adds an event.
     *
     * @param of what it concerns
     */
    public void add(String event, String of, long a, long b) {
        int at = events++ % KEPT;
        what[at] = event;
        name[at] = of;
        first[at] = a;
        second[at] = b;
        mix(event.hashCode());
        mix(of.hashCode());
        mix(a);
        mix(b);
    }

    private void mix(long value) {
        hash = (hash ^ value) * 0x9E3779B97F4A7C15L;
        hash ^= hash >>> 32;
    }

    /** The checksum of all events. */
    public long hash() {
        return hash;
    }

    int events() {
        return events;
    }

    /** The last events, the oldest first. */
    public List<String> last() {
        List<String> lines = new ArrayList<>();
        for (int event = Math.max(0, events - KEPT); event < events; event++) {
            int at = event % KEPT;
            String numbers = first[at] == 0 && second[at] == 0 ? "" : " " + first[at] + " " + second[at];
            lines.add(event + ": " + what[at] + " " + name[at] + numbers);
        }
        return lines;
    }
}
