package org.debitcredit.terminal.demo;

import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.debitcredit.terminal.console.RunFailure;
import org.debitcredit.terminal.console.Talk;
import org.debitcredit.terminal.contract.BankHttp;
import org.debitcredit.terminal.contract.BankTotals;
import org.debitcredit.terminal.contract.SuccessCheck;
import org.debitcredit.terminal.run.SuccessFile;
import org.jspecify.annotations.Nullable;

/**
 * Kills a server whenever somebody asks for it, starts it again, and looks up the latest answers before the kill. Each
 * kill needs a ticket, which is good for one. For use by all threads.
 */
final class LivePlug implements AutoCloseable {

    /** What becomes of the server at this moment. */
    enum State {
        /** It works and may be killed. */
        WORKS,
        /** It was killed and is being started. */
        STARTING,
        /** It is ready, and the answers are being looked up. */
        CHECKING,
        /** It did not come back, or did not answer. */
        FAILED,
        /** The run is over. */
        ENDED
    }

    /**
     * What is known at a moment.
     *
     * @param ticket for the next kill; null if there can be none now
     * @param problem what failed; at the end of the run the verdict; null before
     */
    record View(
            State state,
            long pid,
            @Nullable String ticket,
            List<Pull> pulls,
            @Nullable String problem) {}

    private static final long POLL_MILLIS = 20;

    private final Plug.Server server;
    private final LongSupplier pid;
    private final RecentAnswers answers;
    private final BankHttp http;
    private final InstantSource clock;
    private final Talk talk;
    private final ExecutorService work = Executors.newSingleThreadExecutor(task -> {
        Thread thread = new Thread(task, "plug");
        thread.setDaemon(true);
        return thread;
    });
    private final CountDownLatch closed = new CountDownLatch(1);
    private final List<Pull> pulls = new ArrayList<>();
    private State state = State.WORKS;
    private @Nullable String ticket = Secret.random();
    private @Nullable String problem;
    private long lastPid;
    private boolean isOver;

    /** @param pid id of the process that serves now */
    LivePlug(
            Plug.Server server,
            LongSupplier pid,
            RecentAnswers answers,
            BankHttp http,
            InstantSource clock,
            Talk talk) {
        this.server = server;
        this.pid = pid;
        this.answers = answers;
        this.http = http;
        this.clock = clock;
        this.talk = talk;
        lastPid = pid.getAsLong();
    }

    synchronized View view() {
        return new View(state, lastPid, ticket, List.copyOf(pulls), problem);
    }

    /** Kills the server if the ticket is that of the next kill; returns at once whether it is. */
    synchronized boolean pull(String offered) {
        if (ticket == null || !Secret.isSame(ticket, offered)) {
            return false;
        }
        ticket = null;
        state = State.STARTING;
        work.execute(this::pulled);
        return true;
    }

    private void pulled() {
        try {
            long killedPid = lastPid;
            answers.beginSilence();
            Pull killed = new Pull(killedPid, clock.instant(), null, null);
            add(killed);
            server.kill();
            List<SuccessFile.Entry> before = answers.latest();
            talk.say("%n  KILLED the server, process %d (kill -9), from the page; starting it again", killedPid);
            List<String> recovery = server.startAgain();
            Outage outage = new Outage(killed.killed(), clock.instant(), recovery);
            Pull ready = new Pull(killedPid, killed.killed(), outage, null);
            replace(ready, State.CHECKING);
            talk.say("  the server is ready again, %,.1f s after the kill", KillRules.seconds(outage.length()));
            Pull.Found found = found(before, outage.ready());
            replace(new Pull(killedPid, killed.killed(), outage, found), State.WORKS);
            talk.say(
                    "  %,d of the latest %,d answers before the kill were found again%n",
                    found.answers().found(), found.answers().answers());
        } catch (RuntimeException failure) {
            failed(failure);
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    private Pull.Found found(List<SuccessFile.Entry> before, Instant ready) throws InterruptedException {
        long lowest =
                before.stream().mapToLong(SuccessFile.Entry::position).min().orElse(1);
        SuccessCheck check = new SuccessCheck(http::keyStatus, lowest - 1);
        before.forEach(answer -> check.take(answer.key(), answer.position(), answer.balanceMinor()));
        SuccessCheck.Result result = check.result();
        BankTotals totals = http.totals();
        if (totals.missing() != null) {
            throw new RunFailure("the server's totals could not be read: " + totals.missing());
        }
        awaitAnswerAfter(ready);
        return new Pull.Found(clock.instant(), answers.longestSilence(), result, totals.holds());
    }

    /** Waits until terminals work again, or there is no more to wait for. */
    private void awaitAnswerAfter(Instant ready) throws InterruptedException {
        boolean isOver = false;
        while (!isOver && answers.lastMillis() < ready.toEpochMilli()) {
            isOver = closed.await(POLL_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    private synchronized void add(Pull pull) {
        pulls.add(pull);
    }

    private synchronized void replace(Pull pull, State next) {
        pulls.set(pulls.size() - 1, pull);
        lastPid = pid.getAsLong();
        state = next;
        ticket = next == State.WORKS && !isOver ? Secret.random() : null;
    }

    private synchronized void failed(RuntimeException failure) {
        state = State.FAILED;
        problem = String.valueOf(failure.getMessage());
        talk.say("  %s", problem);
    }

    /**
     * The run is over: there is no further kill. Waits until the last one was examined.
     *
     * @throws RunFailure when the server did not come back
     */
    List<Pull> end() {
        synchronized (this) {
            isOver = true;
            ticket = null;
        }
        close();
        try {
            if (!work.awaitTermination(Long.MAX_VALUE, TimeUnit.NANOSECONDS)) {
                throw new IllegalStateException("the wait has no limit");
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new RunFailure("interrupted before the server was ready again", interrupted);
        }
        synchronized (this) {
            if (state == State.FAILED) {
                throw new RunFailure(String.valueOf(problem));
            }
            return List.copyOf(pulls);
        }
    }

    /** Shows the verdict on the whole run. */
    synchronized void verdict(String text) {
        state = State.ENDED;
        problem = text;
    }

    @Override
    public void close() {
        closed.countDown();
        work.shutdown();
    }
}
