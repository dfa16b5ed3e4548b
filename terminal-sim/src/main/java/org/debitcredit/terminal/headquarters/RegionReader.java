package org.debitcredit.terminal.headquarters;

import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.debitcredit.client.CursorRefusedException;
import org.debitcredit.client.Postings;
import org.debitcredit.client.PostingsFollower;
import org.debitcredit.terminal.console.RunFailure;
import org.debitcredit.transaction.LogPosition;

/** A thread that reads one region's change stream into the books. */
final class RegionReader implements Runnable {

    private static final Duration WAIT = Duration.ofMillis(200);
    private static final long PAUSE_MILLIS = 500;
    private static final long TURN_MILLIS = 50;

    private final RegionConnection connection;
    private final NationFacts facts;
    private final Headquarters headquarters;
    private final InstantSource clock;
    private final Consumer<RuntimeException> failed;
    private final CountDownLatch stopped;

    /**
     * @param facts that the region must share
     * @param failed receives the reason if the region can never be read
     * @param stopped is counted down to end the thread
     */
    RegionReader(
            RegionConnection connection,
            NationFacts facts,
            Headquarters headquarters,
            InstantSource clock,
            Consumer<RuntimeException> failed,
            CountDownLatch stopped) {
        this.connection = connection;
        this.facts = facts;
        this.headquarters = headquarters;
        this.clock = clock;
        this.failed = failed;
        this.stopped = stopped;
    }

    void begin() {
        Thread thread = new Thread(this, "headquarters-region-" + number());
        thread.setDaemon(true);
        thread.start();
    }

    private int number() {
        return connection.address().number();
    }

    @Override
    public void run() {
        try {
            if (isKnown()) {
                follow();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (CursorRefusedException e) {
            failed.accept(new RunFailure(
                    connection.address() + " cannot be followed from where headquarters had read it: " + e.getMessage()
                            + "; begin again with an empty --directory",
                    e));
        } catch (StatusRuntimeException e) {
            failed.accept(new RunFailure(
                    connection.address() + " refuses to be followed: " + RegionConnection.words(e.getStatus()), e));
        } catch (RuntimeException e) {
            failed.accept(e);
        }
    }

    /** Waits until the region answers, and checks that it can be added up with the others; false if stopped before. */
    private boolean isKnown() throws InterruptedException {
        NationFacts own = connection.facts();
        while (own == null) {
            if (stopped.await(PAUSE_MILLIS, TimeUnit.MILLISECONDS)) {
                return false;
            }
            own = connection.facts();
        }
        if (!own.equals(facts)) {
            throw new RunFailure(connection.address() + " has " + own.scale() + " in " + own.currency()
                    + ", and the nation has " + facts.scale() + " in " + facts.currency()
                    + "; all regions need the same scale and currency");
        }
        return true;
    }

    private void follow() throws InterruptedException, CursorRefusedException {
        LogPosition cursor = headquarters.cursor(number());
        PostingsFollower.Connection stream = connection.stream();
        try (PostingsFollower follower = cursor == null ? stream.fromOldest() : stream.after(cursor)) {
            while (stopped.getCount() > 0) {
                if (!headquarters.mayRead(number())) {
                    stopped.await(TURN_MILLIS, TimeUnit.MILLISECONDS);
                    continue;
                }
                Postings postings = follower.next(WAIT);
                if (postings != null) {
                    headquarters.take(number(), rows(postings), postings.cursor());
                }
                heard(follower);
            }
        }
    }

    private static List<FeedRow> rows(Postings postings) {
        List<FeedRow> rows = new ArrayList<>(postings.size());
        for (int i = 0; i < postings.size(); i++) {
            rows.add(FeedRow.of(postings, i));
        }
        return rows;
    }

    private void heard(PostingsFollower follower) {
        Duration heard = follower.sinceHeard();
        if (heard != null) {
            headquarters.heard(number(), clock.instant().minus(heard), follower.toldAt(), follower.durablePosition());
        }
    }
}
