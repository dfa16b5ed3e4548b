package org.debitcredit.mirror;

import java.io.IOException;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * One call to a medium, made on a thread of the medium's while another one waits for it. Whoever waits may give it up;
 * it may still come to its end then, which is of interest only to {@link MediumCalls}.
 */
final class MediumCall<T> implements Runnable {

    private enum State {
        RUNNING,
        DONE,
        GIVEN_UP
    }

    private final MediumCalls calls;
    private final MediumCalls.Work<T> work;
    private final Thread waiter;
    private final AtomicReference<State> state = new AtomicReference<>(State.RUNNING);
    private @Nullable T result;
    private @Nullable Throwable failure;

    MediumCall(MediumCalls calls, MediumCalls.Work<T> work, Thread waiter) {
        this.calls = calls;
        this.work = work;
        this.waiter = waiter;
    }

    /** Makes the call, and keeps whatever comes of it. */
    @Override
    public void run() {
        try {
            result = work.run();
        } catch (InternalError e) {
            failure = new IOException("an access to a mapped file failed: " + e.getMessage(), e);
        } catch (Throwable e) {
            failure = e;
        }
        if (state.compareAndSet(State.RUNNING, State.DONE)) {
            LockSupport.unpark(waiter);
        } else {
            calls.returned(result);
        }
    }

    boolean isDone() {
        return state.get() == State.DONE;
    }

    /** Waits for it no longer; false when it has just come to its end. */
    boolean giveUp() {
        return state.compareAndSet(State.RUNNING, State.GIVEN_UP);
    }

    /** What went wrong; null when nothing did. Once it is done. */
    @Nullable
    Throwable failure() {
        return failure;
    }

    /** What came of it. Once it is done, and nothing went wrong. */
    T result() {
        return Objects.requireNonNull(result);
    }
}
