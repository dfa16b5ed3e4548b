package org.debitcredit.server.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.Test;

class FailedTransportsTest {

    private long nanos;
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final FailedTransports failed = new FailedTransports(() -> nanos, registry);

    private static LogRecord failure() {
        LogRecord failure = new LogRecord(Level.INFO, "Transport failed");
        failure.setThrown(new IllegalStateException("too many"));
        return failure;
    }

    @Test
    void oneInAMinuteIsLoggedInOneLineAndAllAreCounted() {
        LogRecord first = failure();
        assertThat(failed.isLoggable(first)).isTrue();
        assertThat(first.getMessage())
                .as("its message may quote what the client sent")
                .contains("IllegalStateException", " 0 others have failed")
                .doesNotContain("too many");
        assertThat(first.getThrown()).isNull();
        for (int i = 0; i < 400; i++) {
            assertThat(failed.isLoggable(failure())).isFalse();
        }
        nanos += TimeUnit.MINUTES.toNanos(1);
        LogRecord next = failure();
        assertThat(failed.isLoggable(next)).isTrue();
        assertThat(next.getMessage()).contains(" 400 others have failed");
        assertThat(registry.get("bank.connections.failed").counter().count()).isEqualTo(402);
    }
}
