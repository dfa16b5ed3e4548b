package org.debitcredit.terminal.nation;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.debitcredit.terminal.contract.BankHttp;
import org.jspecify.annotations.Nullable;

/** Asks every region once a second what it has in transit with the others, and keeps the answers. */
final class InTransitWatch implements AutoCloseable {

    /**
     * What was seen at one moment. A region that does not answer adds nothing.
     *
     * @param sumMinor of all pairs of regions, minor units, each without its sign
     * @param largestMinor of one pair
     * @param unsettled transactions in transit or in progress
     * @param answering regions that answered
     */
    record Sample(double seconds, long sumMinor, long largestMinor, long unsettled, int answering) {}

    /**
     * The largest amount that a pair had in transit.
     *
     * @param mostMinor without its sign
     */
    record PairMost(int acquirer, int issuer, long mostMinor) {}

    static final String PATH = "/v1/regions";

    private static final Duration PATIENCE = Duration.ofMillis(900);
    private static final double NANOS_PER_SECOND = 1e9;

    private final List<BankHttp> regions;
    private final LongSupplier clock;
    private final List<Sample> samples = new ArrayList<>();
    private final long[][] mostMinor;
    private @Nullable RuntimeException failure;
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "in-transit");
        thread.setDaemon(true);
        return thread;
    });

    /** @param clock nanoseconds since the beginning of the run */
    InTransitWatch(List<BankHttp> regions, LongSupplier clock) {
        this.regions = regions;
        this.clock = clock;
        mostMinor = new long[regions.size()][regions.size()];
    }

    void begin() {
        timer.scheduleAtFixedRate(this::sample, 0, 1, TimeUnit.SECONDS);
    }

    private void sample() {
        double seconds = clock.getAsLong() / NANOS_PER_SECOND;
        List<CompletableFuture<@Nullable JsonNode>> asked = regions.stream()
                .map(http -> http.ask(PATH, PATIENCE).<@Nullable JsonNode>handle((json, away) -> json))
                .toList();
        List<@Nullable JsonNode> answers = new ArrayList<>();
        asked.forEach(one -> answers.add(one.join()));
        try {
            add(seconds, answers);
        } catch (RuntimeException unreadable) {
            failed(unreadable);
        }
    }

    private synchronized void failed(RuntimeException unreadable) {
        failure = unreadable;
    }

    /** @param answers by region; null of one that did not answer */
    synchronized void add(double seconds, List<@Nullable JsonNode> answers) {
        long sum = 0;
        long largest = 0;
        long unsettled = 0;
        int answering = 0;
        for (int region = 0; region < answers.size(); region++) {
            JsonNode answer = answers.get(region);
            answering += answer == null ? 0 : 1;
            for (RegionSeen seen : answer == null ? List.<RegionSeen>of() : RegionSeen.allIn(answer)) {
                long minor = Math.abs(seen.inTransitMinor());
                sum += minor;
                largest = Math.max(largest, minor);
                unsettled += seen.unsettled();
                mostMinor[region][seen.issuer()] = Math.max(mostMinor[region][seen.issuer()], minor);
            }
        }
        samples.add(new Sample(seconds, sum, largest, unsettled, answering));
    }

    /**
     * All samples.
     *
     * @throws RuntimeException if an answer could not be read
     */
    synchronized List<Sample> samples() {
        if (failure != null) {
            throw failure;
        }
        return List.copyOf(samples);
    }

    /** The latest sum, minor units; 0 before the first sample. */
    synchronized long latestMinor() {
        return samples.isEmpty() ? 0 : samples.get(samples.size() - 1).sumMinor();
    }

    /** Of every pair of regions. */
    synchronized List<PairMost> pairs() {
        List<PairMost> pairs = new ArrayList<>();
        for (int acquirer = 0; acquirer < mostMinor.length; acquirer++) {
            for (int issuer = 0; issuer < mostMinor.length; issuer++) {
                if (issuer != acquirer) {
                    pairs.add(new PairMost(acquirer, issuer, mostMinor[acquirer][issuer]));
                }
            }
        }
        return pairs;
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
