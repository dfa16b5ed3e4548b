package org.debitcredit.server.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.util.concurrent.AbstractEventExecutor;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Work for an event loop is done in order, whatever becomes of the work before it. */
class LaneTest {

    private final List<String> done = new ArrayList<>();
    private final ManualLoop loop = new ManualLoop();
    private final Lane lane = new Lane(loop);

    /** Runs what it is given when the test says so. */
    private static final class ManualLoop extends AbstractEventExecutor {
        private final Queue<Runnable> waiting = new ArrayDeque<>();
        private @Nullable Error failure;

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

    @Test
    void aGroupCostsOneWakeUpAndIsDoneInOrder() {
        for (int i = 0; i < 3; i++) {
            int number = i;
            lane.push(() -> done.add("" + number));
        }
        assertThat(loop.waiting).hasSize(1);
        loop.run();
        assertThat(done).containsExactly("0", "1", "2");
        lane.push(() -> done.add("3"));
        loop.run();
        assertThat(done).endsWith("3");
    }

    @Test
    void anErrorInOneDeliveryLeavesTheOthersTheirs() {
        lane.push(() -> done.add("first"));
        lane.push(() -> {
            throw new LinkageError("planted");
        });
        lane.push(() -> {
            throw new StackOverflowError("planted");
        });
        lane.push(() -> done.add("last"));
        loop.run();
        assertThat(done).containsExactly("first", "last");
    }

    @Test
    void aLoopThatCouldNotBeWokenOnceIsWokenByTheNext() {
        loop.failure = new LinkageError("planted");
        assertThatThrownBy(() -> lane.push(() -> done.add("dropped"))).isInstanceOf(LinkageError.class);
        lane.push(() -> done.add("next"));
        loop.run();
        assertThat(done).containsExactly("next");
    }
}
