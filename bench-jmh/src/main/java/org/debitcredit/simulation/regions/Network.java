package org.debitcredit.simulation.regions;

import java.util.Arrays;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** The lines between regions. A message can be late, overtake another one, be lost, or be delivered twice. */
final class Network {

    private static final long MILLI = 1_000;

    /** A message under way. */
    record Message(long dueMicros, long number, int from, int to, Consumer<Region> delivery) {}

    private final RandomGenerator random;
    private final RegionsTerms terms;
    private final PriorityQueue<Message> underWay =
            new PriorityQueue<>(Comparator.comparingLong(Message::dueMicros).thenComparingLong(Message::number));
    private final boolean[][] isCut = new boolean[RegionsTerms.REGIONS][RegionsTerms.REGIONS];
    private final long[][] latest = new long[RegionsTerms.REGIONS][RegionsTerms.REGIONS];
    private boolean isSound;
    private long numbers;
    private long lost;
    private long repeated;
    private long reordered;

    Network(RandomGenerator random, RegionsTerms terms) {
        this.random = random;
        this.terms = terms;
    }

    /** From now on, every message arrives once and soon. */
    void sound() {
        isSound = true;
        for (boolean[] line : isCut) {
            Arrays.fill(line, false);
        }
    }

    void cut(int from, int to, boolean cut) {
        isCut[from][to] = cut;
    }

    /** Whether a connection between two regions works in both directions. */
    boolean isConnected(int one, int other) {
        return !isCut[one][other] && !isCut[other][one];
    }

    /** @param delivery what it does at the region to which it is sent, if that one runs */
    void send(int from, int to, long nowMicros, Consumer<Region> delivery) {
        if (isCut[from][to] || (!isSound && random.nextInt(terms.lostOneIn()) == 0)) {
            lost++;
            return;
        }
        put(from, to, nowMicros, delivery);
        if (!isSound && random.nextInt(terms.twiceOneIn()) == 0) {
            repeated++;
            put(from, to, nowMicros, delivery);
        }
    }

    private void put(int from, int to, long nowMicros, Consumer<Region> delivery) {
        boolean isLate = !isSound && random.nextInt(terms.lateOneIn()) == 0;
        long delay = MILLI + random.nextLong((isLate ? 4_000 : 40) * MILLI);
        underWay.add(new Message(nowMicros + delay, numbers++, from, to, delivery));
    }

    /** The next message that arrives by now; null if there is none. */
    @Nullable
    Message next(long nowMicros) {
        Message first = underWay.peek();
        if (first == null || first.dueMicros > nowMicros) {
            return null;
        }
        underWay.remove();
        long before = latest[first.from][first.to];
        reordered += first.number < before ? 1 : 0;
        latest[first.from][first.to] = Math.max(before, first.number);
        return first;
    }

    boolean isEmpty() {
        return underWay.isEmpty();
    }

    long lost() {
        return lost;
    }

    long repeated() {
        return repeated;
    }

    long reordered() {
        return reordered;
    }
}
