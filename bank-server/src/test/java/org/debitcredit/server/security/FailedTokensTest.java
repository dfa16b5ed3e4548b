package org.debitcredit.server.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class FailedTokensTest {

    private long nanos = 7;
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final FailedTokens failed =
            new FailedTokens(() -> nanos, Set.of(InetAddress.getLoopbackAddress()), registry);

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

    private void failAtOnce(InetAddress host) {
        for (int i = 0; i < 60; i++) {
            assertThat(failed.failed(host)).isEqualTo(FailedTokens.Answer.AT_ONCE);
        }
    }

    /** Whoever waits holds memory. */
    @Test
    void soManyOfAHostWaitAndOthersHaveTheirPlaces() throws UnknownHostException {
        failAtOnce(address(1));
        for (int i = 0; i < 32; i++) {
            assertThat(failed.failed(address(1))).isEqualTo(FailedTokens.Answer.LATE);
        }
        assertThat(failed.failed(address(1))).isEqualTo(FailedTokens.Answer.NEVER);
        failAtOnce(address(2));
        assertThat(failed.failed(address(2))).as("another host").isEqualTo(FailedTokens.Answer.LATE);
        failed.answeredLate(address(1));
        assertThat(failed.failed(address(1))).isEqualTo(FailedTokens.Answer.LATE);
        assertThat(failed.failed(address(1))).isEqualTo(FailedTokens.Answer.NEVER);
    }

    @Test
    void soManyWaitInAllAndNoMore() throws UnknownHostException {
        for (int host = 1; host <= 8; host++) {
            failAtOnce(address(host));
            for (int i = 0; i < 32; i++) {
                assertThat(failed.failed(address(host))).isEqualTo(FailedTokens.Answer.LATE);
            }
        }
        failAtOnce(address(9));
        assertThat(failed.failed(address(9))).isEqualTo(FailedTokens.Answer.NEVER);
        failed.answeredLate(address(3));
        assertThat(failed.failed(address(9))).isEqualTo(FailedTokens.Answer.LATE);
    }

    @Test
    void fewTokensOfAHostThatGuessesAreVerified() throws UnknownHostException {
        failAtOnce(address(1));
        for (int i = 0; i < 100; i++) {
            assertThat(failed.mayVerify(address(1))).as("60 failures").isTrue();
        }
        failed.failed(address(1));
        for (int second = 0; second < 2; second++) {
            for (int i = 0; i < 5; i++) {
                assertThat(failed.mayVerify(address(1))).isTrue();
            }
            assertThat(failed.mayVerify(address(1))).isFalse();
            assertThat(failed.mayVerify(address(2))).as("another host").isTrue();
            nanos += TimeUnit.SECONDS.toNanos(1);
        }
        nanos += TimeUnit.MINUTES.toNanos(1);
        for (int i = 0; i < 100; i++) {
            assertThat(failed.mayVerify(address(1))).as("a minute later").isTrue();
        }
    }

    @Test
    void theTokensOfAProxyAreVerified() {
        InetAddress proxy = InetAddress.getLoopbackAddress();
        for (int i = 0; i < 100; i++) {
            failed.failed(proxy);
            assertThat(failed.mayVerify(proxy)).isTrue();
        }
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
