package org.debitcredit.server.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How far the system's clock is from the bank's, as a test says. */
class ClockWatchTest {

    private static final Duration KEY_AHEAD_MAX = Duration.ofSeconds(10);

    private final List<String> details = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();
    private long aheadMicros;
    private final ClockWatch watch = new ClockWatch(KEY_AHEAD_MAX, () -> aheadMicros, details::add, warnings::add);

    private void lookAt(Duration ahead) {
        aheadMicros = ahead.toNanos() / 1_000;
        watch.look();
    }

    @Test
    void aJumpIsWarnedOfOnceAndIsADetailUntilTheClocksAreCloseAgain() {
        lookAt(KEY_AHEAD_MAX);
        assertThat(details).as("as far as a key may be").isEmpty();
        lookAt(Duration.ofHours(1));
        lookAt(Duration.ofMinutes(59));
        assertThat(warnings)
                .singleElement()
                .asString()
                .contains("3,600 s ahead of", "(10.0 s)", "correct it", "wait for about 400 s", "restart");
        assertThat(details)
                .containsExactly(
                        "the system's clock is 3,600 s ahead of the bank's",
                        "the system's clock is 3,540 s ahead of the bank's");
        lookAt(Duration.ofSeconds(9));
        lookAt(Duration.ZERO);
        assertThat(details).hasSize(3).last().isNull();
        lookAt(Duration.ofHours(2));
        assertThat(warnings).as("it jumps again").hasSize(2);
    }

    @Test
    void aClockThatIsSetBackIsWarnedOfToo() {
        lookAt(KEY_AHEAD_MAX.negated().minusMillis(1));
        assertThat(warnings).singleElement().asString().contains("10 s behind", "does not advance");
        assertThat(details).hasSize(1);
    }
}
