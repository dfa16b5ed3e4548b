package org.debitcredit.mirror;

import java.io.IOException;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * One call to a medium, made on a thread of the medium while another thread waits for it. The waiting thread may
 * abandon it. The call may still complete later, which only {@link MediumCalls} handles.
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

    /** Makes the call and stores its result. */
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

    /** Abandons the call; returns false if it has just completed. */
    boolean giveUp() {
        return state.compareAndSet(State.RUNNING, State.GIVEN_UP);
    }

    /** The failure; null if there was none. To be called once it is done. */
    @Nullable
    Throwable failure() {
        return failure;
    }

    /** The result. To be called once it is done without a failure. */
    T result() {
        return Objects.requireNonNull(result);
    }
}
