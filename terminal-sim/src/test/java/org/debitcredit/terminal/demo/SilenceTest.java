package org.debitcredit.terminal.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class SilenceTest {

    private final Silence silence = new Silence(10_000, 14_000);

    @Test
    void isFromTheLastAnswerBeforeToTheFirstAfter() {
        answers(1_000, 9_950, 10_003, 14_200, 14_201, 90_000);
        assertThat(silence.length()).isEqualTo(Duration.ofMillis(4_197));
    }

    @Test
    void pausesBeforeAndAfterAreNotOfTheKill() {
        answers(0, 9_000, 9_990, 14_500, 60_000);
        assertThat(silence.length()).isEqualTo(Duration.ofMillis(4_510));
    }

    @Test
    void isUnknownWithoutAnAnswerAfterwards() {
        answers(9_000, 10_001);
        assertThat(silence.length()).isNull();
    }

    @Test
    void isUnknownWithoutAnAnswerBefore() {
        answers(14_500, 14_600);
        assertThat(silence.length()).isNull();
    }

    private void answers(long... millis) {
        for (long answer : millis) {
            silence.answered(answer);
        }
    }
}
