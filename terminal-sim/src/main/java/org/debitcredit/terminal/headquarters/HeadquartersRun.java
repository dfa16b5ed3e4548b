package org.debitcredit.terminal.headquarters;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.debitcredit.console.ProgressLines;
import org.debitcredit.terminal.console.RunFailure;
import org.debitcredit.terminal.console.Talk;
import org.jspecify.annotations.Nullable;

/** Reads the streams, closes the days, and keeps state, days and page in the directory. */
final class HeadquartersRun implements AutoCloseable {

    private static final long TICK_MILLIS = 100;
    private static final Duration KEEP = Duration.ofSeconds(5);
    private static final Duration AWAY_MAX = Duration.ofMinutes(1);

    private final List<RegionConnection> connections;
    private final BusinessDays days;
    private final InstantSource clock;
    private final Talk talk;
    private final HeadquartersFiles files;
    private final NationFacts facts;
    private final Headquarters headquarters;
    private final List<DayReport> lastDays;
    private final List<DayReport> closedNow = new ArrayList<>();
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final AtomicReference<@Nullable RuntimeException> failure = new AtomicReference<>();
    private final ProgressLines progress = ProgressLines.ofCommand();
    private Instant keptAt = Instant.MIN;
    private long keptChanges = -1;

    /** What a run that ends has found. */
    record Result(List<DayReport> days, Overview now, Path page) {

        BigInteger differenceMinor() {
            return days.stream().map(DayReport::differenceMinor).reduce(BigInteger.ZERO, BigInteger::add);
        }

        boolean holds() {
            return now.holds() && days.stream().allMatch(DayReport::holds);
        }

        boolean isBalanced() {
            return holds() && days.stream().allMatch(DayReport::isBalanced);
        }
    }

    /**
     * Opens the directory, and asks the regions for their scale if it is new.
     *
     * @throws RunFailure if the directory or a region cannot be used
     */
    HeadquartersRun(
            Path directory,
            List<RegionConnection> connections,
            BusinessDays days,
            Duration settleMax,
            InstantSource clock,
            Talk talk)
            throws IOException, InterruptedException {
        this.connections = connections;
        this.days = days;
        this.clock = clock;
        this.talk = talk;
        this.files = new HeadquartersFiles(directory);
        HeadquartersState kept = files.state();
        if (kept != null && kept.books().size() != connections.size()) {
            throw new RunFailure(
                    directory + " is of a nation with " + kept.books().size() + " regions, and --region names "
                            + connections.size() + "; name all of them, or give another --directory");
        }
        HeadquartersState state =
                kept != null ? kept : HeadquartersState.beginning(facts(connections, clock), connections.size());
        this.facts = state.facts();
        this.headquarters = state.resumed(days, settleMax);
        this.lastDays = new ArrayList<>(files.lastDays(HeadquartersPage.DAYS_MAX));
    }

    /** Asks the regions until one answers. */
    private NationFacts facts(List<RegionConnection> of, InstantSource now) throws InterruptedException {
        Instant begun = now.instant();
        while (!stopped.await(TICK_MILLIS, TimeUnit.MILLISECONDS)) {
            for (RegionConnection connection : of) {
                NationFacts answered = connection.facts();
                if (answered != null) {
                    return answered;
                }
            }
            progress.at(() -> "no region has answered yet; they are asked again");
            if (Duration.between(begun, now.instant()).compareTo(AWAY_MAX) > 0) {
                throw new RunFailure("no region has answered for " + AWAY_MAX.toSeconds()
                        + " s; start the services, or correct --region");
            }
        }
        throw new InterruptedException();
    }

    /** What all regions have in common. */
    NationFacts facts() {
        return facts;
    }

    Path page() {
        return files.page();
    }

    /** Runs until the process ends. */
    void untilStopped() throws IOException, InterruptedException {
        while (!stopped.await(TICK_MILLIS, TimeUnit.MILLISECONDS)) {
            tick();
            tell(List.of());
        }
    }

    /** Runs until everything that is durable now is read, and the last day that is over is closed. */
    Result once() throws IOException, InterruptedException {
        LocalDate over = days.dayAt(clock.instant()).minusDays(1);
        long[] targets = new long[headquarters.regions()];
        Instant begun = clock.instant();
        boolean isDone = false;
        while (!isDone && !stopped.await(TICK_MILLIS, TimeUnit.MILLISECONDS)) {
            tick();
            isDone = isRead(targets) && headquarters.isClosedThrough(over);
            tell(isDone ? List.of() : slow(over));
            requireAnswers(begun);
        }
        stopped.countDown();
        keep();
        DayReport last = headquarters.lastClosed();
        List<DayReport> reported = closedNow.isEmpty() && last != null ? List.of(last) : List.copyOf(closedNow);
        return new Result(reported, headquarters.overview(clock.instant()), files.page());
    }

    /**
     * Whether all regions are read up to what they had when they were first heard of.
     *
     * @param targets these positions plus 1, or 0 where they are not known yet
     */
    private boolean isRead(long[] targets) {
        boolean isRead = true;
        for (int region = 0; region < targets.length; region++) {
            if (targets[region] == 0) {
                targets[region] = headquarters.durable(region) + 1;
            }
            isRead &= targets[region] > 0 && headquarters.position(region) >= targets[region] - 1;
        }
        return isRead;
    }

    private void requireAnswers(Instant begun) {
        Instant now = clock.instant();
        for (int region = 0; region < headquarters.regions(); region++) {
            Instant heard = headquarters.heard(region);
            Instant since = heard == null ? begun : heard;
            if (headquarters.isAway(region, now) && Duration.between(since, now).compareTo(AWAY_MAX) > 0) {
                throw new RunFailure(connections.get(region).address() + " has not answered for " + AWAY_MAX.toSeconds()
                        + " s; no day is closed without it. Start it, and run this again");
            }
        }
    }

    /** Writes the page, and begins to read. */
    void begin() throws IOException {
        keep();
        for (RegionConnection connection : connections) {
            new RegionReader(connection, facts, headquarters, clock, why -> failure.compareAndSet(null, why), stopped)
                    .begin();
        }
    }

    private void tick() throws IOException {
        RuntimeException failed = failure.get();
        if (failed != null) {
            throw failed;
        }
        Instant now = clock.instant();
        DayReport report;
        while ((report = headquarters.closeNext(now)) != null) {
            files.keep(headquarters.state(facts));
            files.keep(report);
            add(report);
            talk.say("%s", new HeadquartersPage(facts, days.zone()).sentence(report));
        }
        if (Duration.between(keptAt, now).compareTo(KEEP) >= 0) {
            keep();
        }
    }

    /** The regions whose clocks hold up the end of a day, in words. */
    private List<String> slow(LocalDate day) {
        List<String> slow = new ArrayList<>();
        for (int region = 0; region < headquarters.regions(); region++) {
            Instant shows = headquarters.slowClock(day, region, clock.instant());
            if (shows != null) {
                slow.add(day + " is not over in region " + region + ", whose clock shows " + shows);
            }
        }
        return slow;
    }

    private void add(DayReport report) {
        closedNow.add(report);
        lastDays.add(report);
        if (lastDays.size() > HeadquartersPage.DAYS_MAX) {
            lastDays.remove(0);
        }
    }

    private void keep() throws IOException {
        keptAt = clock.instant();
        long changes = headquarters.changes();
        if (changes != keptChanges) {
            files.keep(headquarters.state(facts));
            keptChanges = changes;
        }
        files.write(new HeadquartersPage(facts, days.zone()).of(headquarters.overview(keptAt), lastDays));
    }

    /**
     * Tells how far the regions are read, while they are not read to their ends.
     *
     * @param others what else is waited for
     */
    private void tell(List<String> others) {
        Instant now = clock.instant();
        List<String> parts = new ArrayList<>(others);
        for (int region = 0; region < headquarters.regions(); region++) {
            if (headquarters.heard(region) == null) {
                parts.add("region " + region + " has not answered yet");
            } else if (headquarters.isAway(region, now)) {
                parts.add("region " + region + " does not answer");
            } else if (!headquarters.isAtEnd(region)) {
                parts.add(String.format(
                        Locale.ROOT,
                        "region %d: %,d of %,d",
                        region,
                        headquarters.position(region),
                        headquarters.durable(region)));
            }
        }
        if (headquarters.isWaiting()) {
            parts.add("the day is over in every region, and waits for the other halves of transactions");
        }
        if (!parts.isEmpty()) {
            progress.at(() -> String.join("; ", parts));
        }
    }

    @Override
    public void close() throws IOException {
        stopped.countDown();
        files.close();
    }
}
