package org.debitcredit.terminal.contract;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class KeyedAnswersTest {

    private final KeyedAnswers answers = new KeyedAnswers(100);

    @Test
    void countsDistinctPositionsInAnyOrder() {
        answers.add(103);
        answers.add(101);
        answers.add(102);
        assertThat(answers.distinct()).isEqualTo(3);
        assertThat(answers.astray()).isZero();
    }

    @Test
    void aPositionAnsweredTwiceIsAstray() {
        answers.add(101);
        answers.add(101);
        assertThat(answers.distinct()).isEqualTo(1);
        assertThat(answers.astray()).isEqualTo(1);
    }

    @Test
    void aPositionFromBeforeTheRunIsAstray() {
        answers.add(100);
        assertThat(answers.distinct()).isZero();
        assertThat(answers.astray()).isEqualTo(1);
    }

    /** Five days at 5,700 a second. */
    @Test
    void aRunMayHaveMoreAnswersThanAnIndexCanName() {
        long far = 101 + (1L << 31);
        assertThat(answers.add(far)).isTrue();
        assertThat(answers.add(far + 1)).isTrue();
        assertThat(answers.add(far)).isFalse();
        assertThat(answers.distinct()).isEqualTo(2);
        assertThat(answers.astray()).isEqualTo(1);
    }
}
