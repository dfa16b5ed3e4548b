package org.debitcredit.client;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoEventLoop;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SingleThreadIoEventLoop;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.ScheduledFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/**
 * An event loop on which whatever is planned comes {@value #FASTER} times sooner: gRPC asks no connection more often
 * than every 10 s.
 */
final class HurriedLoops implements AutoCloseable {

    private static final int FASTER = 20;

    private final EventLoopGroup group = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory()) {
        @Override
        protected IoEventLoop newChild(Executor executor, IoHandlerFactory handlers, Object... arguments) {
            return new Hurried(this, executor, handlers);
        }
    };

    private static final class Hurried extends SingleThreadIoEventLoop {

        private Hurried(MultiThreadIoEventLoopGroup parent, Executor executor, IoHandlerFactory handlers) {
            super(parent, executor, handlers);
        }

        @Override
        public ScheduledFuture<?> schedule(Runnable command, long delay, TimeUnit unit) {
            return super.schedule(command, unit.toNanos(delay) / FASTER, TimeUnit.NANOSECONDS);
        }
    }

    EventLoopGroup group() {
        return group;
    }

    @Override
    public void close() {
        group.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
    }
}
