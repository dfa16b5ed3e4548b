package org.debitcredit.server.grpc;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.netty.handler.codec.http2.Http2Exception;
import java.util.OptionalLong;
import java.util.function.LongSupplier;
import java.util.logging.Filter;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.debitcredit.server.network.LinePerMinute;
import org.jspecify.annotations.Nullable;

/**
 * gRPC logs each connection that ends by an error of its client, with a stack trace. This filter counts these
 * connections and passes one per minute to the log, in one line.
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

    /** Installs the filter. */
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
        record.setMessage("a gRPC connection failed: " + what(record.getThrown()) + ". " + others.getAsLong()
                + " others have failed since the last such line. The meter bank.connections.failed counts them all;"
                + " the next line follows in a minute at the earliest");
        record.setThrown(null);
        return true;
    }

    /** Not the message, which may quote what the client sent. */
    private static String what(@Nullable Throwable thrown) {
        if (thrown instanceof Http2Exception broken) {
            return "HTTP/2 error " + broken.error();
        }
        return thrown == null ? "an unknown error" : thrown.getClass().getSimpleName();
    }
}
