package org.debitcredit.server.grpc;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.OptionalLong;
import java.util.function.LongSupplier;
import java.util.logging.Filter;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.debitcredit.server.network.LinePerMinute;

/**
 * Of the connections that end by an error of their client, gRPC logs each with a stack trace. This counts them, and lets one
 * in a minute into the log, in one line.
 */
final class FailedTransports implements Filter {

    private static final Logger TRANSPORTS = Logger.getLogger("io.grpc.netty.NettyServerTransport.connections");

    private final LinePerMinute lines;
    private final Counter counter;

    FailedTransports(LongSupplier nanoTime, MeterRegistry registry) {
        this.lines = new LinePerMinute(nanoTime);
        this.counter = Counter.builder("bank.connections.failed")
                .description("gRPC connections that ended by an error of their client, as in HTTP/2 or TLS")
                .register(registry);
    }

    /** From now on it hears of them. */
    void listen() {
        TRANSPORTS.setFilter(this);
    }

    @Override
    public boolean isLoggable(LogRecord record) {
        counter.increment();
        OptionalLong others = lines.next();
        if (others.isEmpty()) {
            return false;
        }
        record.setMessage("a gRPC connection failed: " + record.getThrown() + ". So did " + others.getAsLong()
                + " others since the last such line; the meter bank.connections.failed counts on, and the log is silent"
                + " about it for a minute");
        record.setThrown(null);
        return true;
    }
}
