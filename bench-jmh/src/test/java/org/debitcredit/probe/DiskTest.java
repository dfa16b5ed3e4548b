package org.debitcredit.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DiskTest {

    @Test
    void the_articles_disk_comes_to_the_articles_figures() {
        assertThat(Disk.ARTICLE.latencyMillis()).isCloseTo(4.17, within(0.005));
        assertThat(Disk.ARTICLE.transferMillis()).isCloseTo(0.17, within(0.005));
        assertThat(Disk.ARTICLE.accessMillis()).isEqualTo(13.1);
        assertThat(Disk.ARTICLE.transactionsPerSecond()).isCloseTo(76.3, within(0.05));
    }

    @Test
    void a_faster_disk_does_more() {
        Disk enterprise = new Disk(4, 15_000, 96.4);
        assertThat(enterprise.latencyMillis()).isEqualTo(2);
        assertThat(enterprise.accessMillis()).isEqualTo(6.17);
        assertThat(enterprise.transactionsPerSecond()).isCloseTo(162.07, within(0.01));
    }

    @Test
    void a_medium_that_does_not_turn_has_no_latency() {
        Disk flash = new Disk(0.05, 0, 500);
        assertThat(flash.latencyMillis()).isZero();
        assertThat(flash.accessMillis()).isEqualTo(0.0828);
    }

    @ParameterizedTest
    @CsvSource({
        "-1, 7200, 96, seek-ms is -1.0",
        "NaN, 7200, 96, seek-ms is NaN",
        "8.8, -7200, 96, rpm is -7200.0",
        "8.8, Infinity, 96, rpm is Infinity",
        "8.8, 7200, 0, mb-per-s is 0.0",
        "8.8, 7200, NaN, mb-per-s is NaN"
    })
    void a_disk_that_cannot_be_is_named(double seekMillis, double rpm, double megabytesPerSecond, String told) {
        assertThatThrownBy(() -> new Disk(seekMillis, rpm, megabytesPerSecond))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(told);
    }
}
