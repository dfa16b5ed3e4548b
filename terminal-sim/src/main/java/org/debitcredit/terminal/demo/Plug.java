package org.debitcredit.terminal.demo;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.debitcredit.terminal.console.RunFailure;
import org.debitcredit.terminal.console.Talk;

/**
 * Kills a server while terminals use it, starts it again, and says so as it happens. It waits for the terminals' first
 * transaction, and from then for a given time. It has a thread of its own.
 */
final class Plug implements AutoCloseable {

    /** The server that is killed. */
    interface Server {

        /** How many transactions the bank has decided. */
        long position();

        /** Ends it at once, as {@code kill -9} does, and returns when its process has ended. */
        void kill();

        /** Starts it again. Returns when it is ready, with what it says of the bank that it found. */
        List<String> startAgain();
    }

    private static final long POLL_MILLIS = 50;
    private static final double MILLIS_PER_SECOND = 1_000;

    private final Server server;
    private final Duration delay;
    private final InstantSource clock;
    private final Talk talk;
    private final CountDownLatch runEnded = new CountDownLatch(1);
    private final CompletableFuture<Outage> outage = new CompletableFuture<>();

    /** @param delay from the terminals' first transaction to the kill */
    Plug(Server server, Duration delay, InstantSource clock, Talk talk) {
        this.server = server;
        this.delay = delay;
        this.clock = clock;
        this.talk = talk;
        Thread thread = new Thread(this::work, "plug");
        thread.setDaemon(true);
        thread.start();
    }

    /** What happened. Waits until the server is ready again. Throws a {@link RunFailure} if it never was. */
    Outage outage() {
        try {
            return outage.join();
        } catch (CompletionException failed) {
            if (failed.getCause() instanceof RunFailure failure) {
                throw failure;
            }
            throw failed;
        }
    }

    /** The run has ended: a server that was not killed yet is left alone. */
    void runHasEnded() {
        runEnded.countDown();
    }

    @Override
    public void close() {
        runHasEnded();
    }

    private void work() {
        try {
            outage.complete(pull());
            sayWhenItWorksAgain();
        } catch (RuntimeException failed) {
            outage.completeExceptionally(failed);
        } catch (InterruptedException interrupted) {
            outage.completeExceptionally(new RunFailure("interrupted before the server was ready again", interrupted));
        }
    }

    private Outage pull() throws InterruptedException {
        awaitMoreThan(server.position());
        if (runEnded.await(delay.toMillis(), TimeUnit.MILLISECONDS)) {
            throw new RunFailure("the run ended before the server was killed");
        }
        long position = server.position();
        Instant killed = clock.instant();
        server.kill();
        talk.say(
                "%n  KILLED the server (kill -9) after %,d transactions; starting it again on the same files",
                position);
        List<String> recovery = server.startAgain();
        Outage pulled = new Outage(killed, clock.instant(), recovery);
        talk.say("  the server is ready again, %,.1f s after the kill; it says:", seconds(pulled.length()));
        recovery.forEach(sentence -> talk.say("    %s", sentence));
        return pulled;
    }

    private void sayWhenItWorksAgain() throws InterruptedException {
        long recovered = server.position();
        Instant ready = clock.instant();
        awaitMoreThan(recovered);
        talk.say(
                "  the terminals go on: the first transaction after the restart came %,.1f s after it was ready%n",
                seconds(Duration.between(ready, clock.instant())));
    }

    private void awaitMoreThan(long position) throws InterruptedException {
        while (server.position() <= position) {
            if (runEnded.await(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
                throw new RunFailure("the run ended before the terminals had a transaction decided");
            }
        }
    }

    private static double seconds(Duration duration) {
        return duration.toMillis() / MILLIS_PER_SECOND;
    }
}
