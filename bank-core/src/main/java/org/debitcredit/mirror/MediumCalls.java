package org.debitcredit.mirror;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.debitcredit.storage.MediumLoss;
import org.jspecify.annotations.Nullable;

/**
 * All calls to one medium of a mirrored bank. Each runs on a daemon thread of that medium, so that one that hangs holds
 * up nobody for longer than the limit.
 *
 * <pre>
 *   writer, snapshotter ─▶ call ─▶ thread of the medium ─▶ returns ─▶ result
 *                           └── limit reached: given up ─▶ IOException, and every later call fails at once
 *                                                 thread of the medium ─▶ returns at last ─▶ what is to be closed, is
 * </pre>
 *
 * A call that was given up may still write when the medium comes back, long after the bank went on without it. So until
 * it has returned no other call is made, and the lock is not given back: nobody writes there beside it. All threads.
 */
public final class MediumCalls {

    private static final long IDLE_SECONDS = 10;

    private final String place;
    private final HangLimit limit;
    private final BooleanSupplier isLost;
    private final Executor threads;

    private volatile boolean isLimited;
    private int givenUp;
    /** What is closed once nothing hangs any more. */
    private final List<AutoCloseable> closing = new ArrayList<>();

    /** What a call does. */
    @FunctionalInterface
    interface Work<T> {
        T run() throws IOException;
    }

    /** The same without a result. */
    @FunctionalInterface
    interface Step {
        void run() throws IOException;
    }

    /**
     * @param place of the medium, for messages
     * @param isLost whether the bank went on without the medium
     * @param threads the medium's; {@code Runnable::run} makes each call on its caller's thread, and then none can be
     *     given up
     */
    public MediumCalls(String place, HangLimit limit, BooleanSupplier isLost, Executor threads) {
        this.place = place;
        this.limit = limit;
        this.isLost = isLost;
        this.threads = threads;
    }

    /** As many daemon threads of one name as calls are made at the same time. */
    public static Executor daemons(String name) {
        return new ThreadPoolExecutor(
                0, Integer.MAX_VALUE, IDLE_SECONDS, TimeUnit.SECONDS, new SynchronousQueue<>(), task -> {
                    Thread thread = new Thread(task, name);
                    thread.setDaemon(true);
                    return thread;
                });
    }

    HangLimit limit() {
        return limit;
    }

    /**
     * The bank has begun its first epoch: from now on the limit holds. A start waits for its media as long as it takes.
     */
    void limitFromNow() {
        isLimited = true;
    }

    /** Whether somebody has waited too long. */
    boolean isTooLong(Waiting waiting) {
        return isLost.getAsBoolean() || (isLimited && waiting.isOver());
    }

    /** Begins a call, which its caller waits for on the present thread. */
    <T> MediumCall<T> begin(Work<T> work) {
        MediumCall<T> call = new MediumCall<>(this, work, Thread.currentThread());
        threads.execute(call);
        return call;
    }

    /**
     * Makes a call and waits for it.
     *
     * @param what it does, for messages
     * @throws IOException also when it takes too long, or one that was given up has not returned yet
     */
    <T> T call(String what, Work<T> work) throws IOException {
        return call(what, true, work);
    }

    /** The same without a result. */
    void call(String what, Step step) throws IOException {
        call(what, true, work(step));
    }

    /** The same for what may take long: it is given up only once the bank goes on without the medium. */
    void callAtLeisure(String what, Step step) throws IOException {
        call(what, false, work(step));
    }

    private static Work<Boolean> work(Step step) {
        return () -> {
            step.run();
            return true;
        };
    }

    private <T> T call(String what, boolean isBounded, Work<T> work) throws IOException {
        if (hangs()) {
            throw new IOException(
                    place + " still hangs in an earlier call that timed out, so " + what + " is not tried");
        }
        MediumCall<T> call = begin(work);
        Waiting waiting = new Waiting(limit);
        while (!call.isDone()) {
            boolean isOver = isBounded ? isTooLong(waiting) : isLost.getAsBoolean();
            if (isOver && giveUp(call)) {
                throw hung(what);
            }
            waiting.rest();
        }
        return result(call);
    }

    private static <T> T result(MediumCall<T> call) throws IOException {
        Throwable failure = call.failure();
        if (failure instanceof Error error) {
            throw error;
        }
        if (failure instanceof RuntimeException unexpected) {
            throw unexpected;
        }
        if (failure != null) {
            throw MediumLoss.asIoException((Exception) failure);
        }
        return call.result();
    }

    /** What is said of a call that was given up. */
    IOException hung(String what) {
        return new IOException(place + " hangs: " + what + " did not finish within " + limit.text()
                + " (bank.journal.mirror.force-max)");
    }

    /** Waits for a call no longer; false when it has just come to its end. */
    boolean giveUp(MediumCall<?> call) {
        synchronized (this) {
            givenUp++;
        }
        if (call.giveUp()) {
            return true;
        }
        returned(null);
        return false;
    }

    /** Whether a call that was given up has not returned yet. */
    synchronized boolean hangs() {
        return givenUp > 0;
    }

    /** A call that was given up has returned. What it opened is closed: nobody else knows of it. */
    void returned(@Nullable Object result) {
        List<AutoCloseable> last = new ArrayList<>();
        if (result instanceof AutoCloseable opened) {
            last.add(opened);
        }
        synchronized (this) {
            givenUp--;
            if (givenUp == 0) {
                last.addAll(closing);
                closing.clear();
            }
        }
        last.forEach(MediumCalls::closeQuietly);
    }

    private static void closeQuietly(AutoCloseable opened) {
        try {
            opened.close();
        } catch (Exception e) {
            // The bank went on without this medium, and its next start says what became of it.
        }
    }

    /**
     * Closes something as soon as nothing hangs: now, or later and then nobody waits for it. Of a lost medium no
     * failure is reported.
     */
    void close(String what, AutoCloseable opened) throws IOException {
        synchronized (this) {
            if (givenUp > 0) {
                closing.add(opened);
                return;
            }
        }
        if (!isLost.getAsBoolean()) {
            callAtLeisure(what, () -> closeOrFail(opened));
            return;
        }
        MediumCall<?> call = begin(work(() -> closeOrFail(opened)));
        Waiting waiting = new Waiting(limit);
        while (!call.isDone() && !(waiting.isOver() && giveUp(call))) {
            waiting.rest();
        }
    }

    private static void closeOrFail(AutoCloseable opened) throws IOException {
        try {
            opened.close();
        } catch (IOException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw MediumLoss.asIoException(e);
        }
    }
}
