package org.debitcredit.simulation.regions;

import java.util.EnumSet;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.debitcredit.simulation.Trace;
import org.debitcredit.transaction.TransactionKey;

/** What the regions of one seed share: the time, the network, the trace, and the situations that occurred. */
final class RegionsWorld {

    private static final long SECOND = 1_000_000;

    final RegionsTerms terms;
    final RandomGenerator random;
    final Seams seams;
    final Network network;
    final Trace trace = new Trace();
    final Set<RegionsMode> modes = EnumSet.noneOf(RegionsMode.class);

    private long micros = 1_700_000_000 * SECOND;
    private boolean isSound;

    RegionsWorld(RegionsTerms terms, RandomGenerator random, Seams seams) {
        this.terms = terms;
        this.random = random;
        this.seams = seams;
        network = new Network(random, terms);
    }

    /** The true time, microseconds since 1970. */
    long micros() {
        return micros;
    }

    /** The same in milliseconds. */
    long millis() {
        return micros / 1_000;
    }

    void tick() {
        boolean isLong = !isSound && random.nextInt(30) == 0;
        micros += 1_000 + random.nextLong(isLong ? 2 * SECOND : SECOND / 20);
    }

    /** There are no more faults. */
    void sound() {
        isSound = true;
        network.sound();
    }

    boolean isSound() {
        return isSound;
    }

    /** Returns true now and then. */
    boolean oneIn(int times) {
        return random.nextInt(times) == 0;
    }

    /** Returns true now and then, before the last fault. */
    boolean faultOneIn(int times) {
        return !isSound && random.nextInt(times) == 0;
    }

    /** The beginning of the random part of a key, for people. */
    static String name(TransactionKey key) {
        return Long.toHexString(key.low() & 0xFFFF_FFFFL);
    }
}
