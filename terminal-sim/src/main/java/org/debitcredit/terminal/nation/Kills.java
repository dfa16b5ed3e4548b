package org.debitcredit.terminal.nation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.debitcredit.terminal.console.Talk;

/**
 * Kills the services of the regions in turn, now and then two at once, and starts them again on the same files, while
 * the ATMs go on. It has a thread of its own.
 */
final class Kills {

    private static final Duration PAUSE = Duration.ofSeconds(5);

    /** The first kill comes at the latest after this part of the run. */
    private static final int RUN_PARTS = 4;

    /** Every so many kills, two services are killed at once. */
    private static final int TWO_EVERY = 3;

    /** So many regions or more have others left when two are killed. */
    private static final int REGIONS_FOR_TWO = 3;

    /** A service is not killed so shortly before the end of the run. */
    private static final long LAST_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final NationServices services;
    private final Outages outages;
    private final NationTraffic traffic;
    private final Talk talk;
    private final List<Integer> order;
    private final CountDownLatch runEnded = new CountDownLatch(1);
    private final Thread thread = new Thread(this::work, "kills");
    private final Duration pause;

    Kills(NationPlan plan, NationServices services, Outages outages, NationTraffic traffic, Talk talk) {
        this.services = services;
        this.outages = outages;
        this.traffic = traffic;
        this.talk = talk;
        order = new ArrayList<>(IntStream.range(0, plan.regions()).boxed().toList());
        Collections.shuffle(order, new Random(plan.seed()));
        Duration part = plan.duration().dividedBy(RUN_PARTS);
        pause = part.compareTo(PAUSE) < 0 ? part : PAUSE;
        thread.setDaemon(true);
    }

    void begin() {
        thread.start();
    }

    /** Kills nothing more, and returns when every service is ready again. */
    void end() throws InterruptedException {
        runEnded.countDown();
        thread.join();
    }

    private void work() {
        try {
            int next = 0;
            for (int round = 1; awaitNext(); round++) {
                int count = round % TWO_EVERY == 0 && order.size() >= REGIONS_FOR_TWO ? 2 : 1;
                List<Integer> victims = new ArrayList<>();
                for (int i = 0; i < count; i++) {
                    victims.add(order.get(next++ % order.size()));
                }
                killAndStartAgain(victims);
            }
        } catch (RuntimeException | Error failed) {
            traffic.crashed(failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            traffic.crashed(interrupted);
        }
    }

    /** Whether there is a next kill, now. */
    private boolean awaitNext() throws InterruptedException {
        return !runEnded.await(pause.toMillis(), TimeUnit.MILLISECONDS)
                && traffic.nanos() < traffic.endNanos() - LAST_NANOS;
    }

    private void killAndStartAgain(List<Integer> regions) {
        long killed = traffic.nanos();
        regions.forEach(outages::killed);
        regions.forEach(services::kill);
        talk.say("  KILLED %s (kill -9); starting it again on the same files", named(regions));
        EachRegion.of(regions, regions.size(), region -> {
            services.startAgain(region);
            outages.ready(region, traffic.nanos());
        });
        Outages.Outage outage = new Outages.Outage(regions, killed, traffic.nanos());
        outages.add(outage);
        talk.say("  %s is ready again after %,.1f s", named(regions), outage.readySeconds() - outage.killedSeconds());
    }

    private static String named(List<Integer> regions) {
        return "region " + regions.stream().map(String::valueOf).collect(Collectors.joining(" and region "));
    }
}
