package org.debitcredit.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RetryPolicyTest {

    private long now = 5;
    private final List<Long> pausesMillis = new ArrayList<>();

    private int attempts(Duration limit, double random) {
        RetryPolicy retryPolicy = new RetryPolicy(limit, () -> now, this::pause, () -> random);
        RetryPolicy.Retries retries = retryPolicy.begin();
        int attempts = 0;
        while (retries.another()) {
            attempts++;
        }
        return attempts;
    }

    private void pause(long nanos) {
        pausesMillis.add(nanos / 1_000_000);
        now += nanos;
    }

    @Test
    void pausesDoubleToASecondAndEndWithTheLimit() {
        assertThat(attempts(Duration.ofSeconds(4), 0)).isEqualTo(10);
        assertThat(pausesMillis).containsExactly(10L, 20L, 40L, 80L, 160L, 320L, 640L, 1_000L, 1_000L, 1_000L);
    }

    @Test
    void chanceShortensAPauseByUpToHalf() {
        attempts(Duration.ofMillis(50), 1);
        assertThat(pausesMillis).containsExactly(5L, 10L, 20L, 40L);
    }

    @Test
    void oneAttemptIsMadeInAnyCase() {
        assertThat(attempts(Duration.ZERO, 0)).isEqualTo(1);
    }
}
