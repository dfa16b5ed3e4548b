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
 * All calls to one medium of a mirrored bank. Each runs on a daemon thread of that medium, so that a call that hangs
 * delays its caller no longer than the limit.
 *
 * <pre>
 *   writer, snapshotter ─▶ call ─▶ thread of the medium ─▶ returns ─▶ result
 *                           └── limit reached: given up ─▶ IOException, and every later call fails at once
 *                                                 thread of the medium ─▶ returns at last ─▶ what is to be closed, is
 * </pre>
 *
 * An abandoned call may still write when the medium responds again, long after the bank has continued without it. So
 * until it has returned, no other call is made and the lock is not released, and nothing else is written there. For use
 * by all threads.
 */
public final class MediumCalls {

    private static final long IDLE_SECONDS = 10;

    private final String place;
    private final HangLimit limit;
    private final BooleanSupplier isLost;
    private final Executor threads;

    private volatile boolean isLimited;
    private int givenUp;
    /** Resources that are closed once no call hangs any more. */
    private final List<AutoCloseable> closing = new ArrayList<>();

    /** The operation of a call. */
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
     * @param isLost whether the bank has continued without the medium
     * @param threads the medium's; {@code Runnable::run} makes each call on its caller's thread, so that none can be
     *     abandoned
     */
    public MediumCalls(String place, HangLimit limit, BooleanSupplier isLost, Executor threads) {
        this.place = place;
        this.limit = limit;
        this.isLost = isLost;
        this.threads = threads;
    }

    /** Daemon threads with a common name, as many as there are concurrent calls. */
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

    /** Applies the limit from now on. Before, a start may read without a limit. */
    void limitFromNow() {
        isLimited = true;
    }

    /** Whether a caller has waited too long. */
    boolean isTooLong(HangTimer waiting) {
        return isLost.getAsBoolean() || (isLimited && waiting.isOver());
    }

    /** Begins a call for which the current thread will wait. */
    <T> MediumCall<T> begin(Work<T> work) {
        MediumCall<T> call = new MediumCall<>(this, work, Thread.currentThread());
        threads.execute(call);
        return call;
    }

    /**
     * Makes a call and waits for it.
     *
     * @param what it does, for messages
     * @throws IOException also if it takes too long, or if an abandoned call has not returned yet
     */
    <T> T call(String what, Work<T> work) throws IOException {
        return call(what, true, work);
    }

    /** The same without a result. */
    void call(String what, Step step) throws IOException {
        call(what, true, work(step));
    }

    /** The same for a call that may take long. It is abandoned only once the bank continues without the medium. */
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
        HangTimer timer = new HangTimer(limit);
        while (!call.isDone()) {
            boolean isOver = isBounded ? isTooLong(timer) : isLost.getAsBoolean();
            if (isOver && giveUp(call)) {
                throw hung(what);
            }
            timer.rest();
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

    /** The exception for an abandoned call. */
    IOException hung(String what) {
        return new IOException(place + " hangs: " + what + " did not finish within " + limit.text()
                + " (bank.journal.mirror.force-max)");
    }

    /** Abandons a call; returns false if it has just completed. */
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

    /** Whether an abandoned call has not returned yet. */
    synchronized boolean hangs() {
        return givenUp > 0;
    }

    /**
     * Called when an abandoned call has returned. Everything that it opened is closed, because its caller is no longer
     * waiting for it.
     */
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
            // The bank has continued without this medium. The next start reports its state.
        }
    }

    /**
     * Closes a resource as soon as no call hangs: now, or later in the background. Failures of a lost medium are not
     * reported.
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
        HangTimer timer = new HangTimer(limit);
        while (!call.isDone() && !(timer.isOver() && giveUp(call))) {
            timer.rest();
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
