package org.debitcredit.terminal.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.debitcredit.terminal.run.SuccessFile;
import org.junit.jupiter.api.Test;

class RecentAnswersTest {

    private static final long MINUTE_MILLIS = RecentAnswers.MOMENTS * RecentAnswers.MOMENT_MILLIS;

    private final RecentAnswers answers = new RecentAnswers();

    private void answered(long millis, long position) {
        answers.answered(new UUID(1, position), millis, position, 7);
    }

    @Test
    void theLatestAnswersAreKept() {
        assertThat(answers.latest()).isEmpty();
        for (int i = 1; i <= RecentAnswers.LATEST_MAX + 5; i++) {
            answered(i, i);
        }
        assertThat(answers.answers()).isEqualTo(RecentAnswers.LATEST_MAX + 5);
        assertThat(answers.latest())
                .hasSize(RecentAnswers.LATEST_MAX)
                .extracting(SuccessFile.Entry::position)
                .contains(6L, RecentAnswers.LATEST_MAX + 5L)
                .doesNotContain(5L);
    }

    @Test
    void answersAreCountedByMomentsOfTheLastMinute() {
        long now = 10 * MINUTE_MILLIS;
        answered(now - MINUTE_MILLIS - 1, 1);
        answered(now - MINUTE_MILLIS, 2);
        answered(now - 250, 3);
        answered(now - 1, 4);
        answered(now, 5);
        List<Integer> moments = answers.perMoment(now + 249);
        assertThat(moments).hasSize(RecentAnswers.MOMENTS);
        assertThat(moments.get(0)).isEqualTo(1);
        assertThat(moments.get(RecentAnswers.MOMENTS - 1)).isEqualTo(2);
        assertThat(moments.stream().mapToInt(Integer::intValue).sum())
                .as("one is too old, one of a moment that is not over")
                .isEqualTo(3);
        assertThat(answers.perMoment(now + 2 * MINUTE_MILLIS)).containsOnly(0);
    }

    @Test
    void theLongestSilenceBeginsWithTheLastAnswerBefore() {
        answered(1_000, 1);
        answered(9_000, 2);
        answers.beginSilence();
        assertThat(answers.longestSilence()).isZero();
        answered(8_990, 3);
        answered(11_500, 4);
        answered(11_600, 5);
        assertThat(answers.longestSilence()).isEqualTo(Duration.ofMillis(2_500));
        assertThat(answers.lastMillis()).isEqualTo(11_600);
    }
}
