package org.debitcredit.lab.scaling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class ArticleRuleTest {

    private static final ArticleRule SIXTY = ArticleRule.STATED.get(0);
    private static final ArticleRule EIGHTY = ArticleRule.STATED.get(1);

    @Test
    void the_second_processor_gains_the_same_by_amdahls_law() {
        assertThat(SIXTY.sigma()).isCloseTo(0.25, within(1e-9));
        assertThat(EIGHTY.sigma()).isCloseTo(1.0 / 9, within(1e-9));
        assertThat(SIXTY.geometric(2)).isCloseTo(1.6, within(1e-9));
        assertThat(SIXTY.amdahl(2)).isCloseTo(1.6, within(1e-9));
    }

    @Test
    void by_the_articles_rule_the_later_ones_gain_less_than_by_amdahls_law() {
        assertThat(SIXTY.geometric(3)).isCloseTo(1 + 0.6 + 0.36, within(1e-9));
        assertThat(SIXTY.geometric(8)).isLessThan(SIXTY.amdahl(8));
        // "eight processors should give about five times the performance of a single CPU"
        assertThat(EIGHTY.geometric(8)).isCloseTo(4.2, within(0.1));
        assertThat(EIGHTY.amdahl(8)).isCloseTo(4.5, within(0.1));
    }
}
