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
        answers.add(101 + (1L << 31));
        assertThat(answers.distinct()).isZero();
        assertThat(answers.astray()).isEqualTo(2);
    }
}
