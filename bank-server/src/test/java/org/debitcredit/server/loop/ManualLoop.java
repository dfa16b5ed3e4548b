package org.debitcredit.server.loop;

import io.netty.util.concurrent.AbstractEventExecutor;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Runs what it is given when the test says so. */
final class ManualLoop extends AbstractEventExecutor {
    final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();

    @Nullable
    Error failure;

    @Override
    public void execute(Runnable work) {
        Error thrown = failure;
        if (thrown != null) {
            failure = null;
            throw thrown;
        }
        waiting.add(work);
    }

    void run() {
        for (Runnable work = waiting.poll(); work != null; work = waiting.poll()) {
            work.run();
        }
    }

    @Override
    public boolean inEventLoop(Thread thread) {
        return false;
    }

    @Override
    public boolean isShuttingDown() {
        return false;
    }

    @Override
    public Future<?> shutdownGracefully(long quietPeriod, long timeout, TimeUnit unit) {
        return terminationFuture();
    }

    @Override
    public Future<?> terminationFuture() {
        return GlobalEventExecutor.INSTANCE.newSucceededFuture(null);
    }

    @Override
    @Deprecated
    public void shutdown() {}

    @Override
    public boolean isShutdown() {
        return false;
    }

    @Override
    public boolean isTerminated() {
        return false;
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) {
        return true;
    }
}
