package org.debitcredit.server.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class FailedTokensTest {

    private long nanos = 7;
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final FailedTokens failed = new FailedTokens(() -> nanos, registry);

    private static InetAddress address(int number) throws UnknownHostException {
        return InetAddress.getByAddress(new byte[] {10, 0, (byte) (number >> 8), (byte) number});
    }

    @Test
    void whoeverGuessesWaits() throws UnknownHostException {
        for (int i = 0; i < 60; i++) {
            assertThat(failed.failed(address(1))).isEqualTo(FailedTokens.Answer.AT_ONCE);
        }
        assertThat(failed.failed(address(1))).isEqualTo(FailedTokens.Answer.LATE);
        assertThat(failed.failed(address(2))).as("another address").isEqualTo(FailedTokens.Answer.AT_ONCE);
        nanos += TimeUnit.MINUTES.toNanos(1);
        assertThat(failed.failed(address(1))).as("a minute later").isEqualTo(FailedTokens.Answer.AT_ONCE);
        assertThat(registry.get("bank.security.failed.tokens").counter().count())
                .isEqualTo(63);
    }

    /** Whoever waits holds memory. */
    @Test
    void soManyWaitAndNoMore() throws UnknownHostException {
        for (int i = 0; i < 60; i++) {
            failed.failed(address(1));
        }
        for (int i = 0; i < 256; i++) {
            assertThat(failed.failed(address(1))).isEqualTo(FailedTokens.Answer.LATE);
        }
        assertThat(failed.failed(address(1))).isEqualTo(FailedTokens.Answer.NEVER);
        failed.answeredLate();
        assertThat(failed.failed(address(1))).isEqualTo(FailedTokens.Answer.LATE);
    }

    @Test
    void manyAddressesTakeBoundedMemory() throws UnknownHostException {
        for (int i = 0; i < 61; i++) {
            failed.failed(address(0));
        }
        for (int i = 1; i <= 2_000; i++) {
            failed.failed(address(i));
        }
        assertThat(failed.failed(address(0))).as("forgotten").isEqualTo(FailedTokens.Answer.AT_ONCE);
    }
}
