package org.debitcredit.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class DurationConverterTest {

    @Test
    void readsAWholeNumberAndAUnit() {
        assertThat(DurationConverter.parse("500ms")).isEqualTo(Duration.ofMillis(500));
        assertThat(DurationConverter.parse("10s")).isEqualTo(Duration.ofSeconds(10));
        assertThat(DurationConverter.parse("15m")).isEqualTo(Duration.ofMinutes(15));
        assertThat(DurationConverter.parse("1h")).isEqualTo(Duration.ofHours(1));
        assertThat(DurationConverter.parse("0s")).isZero();
    }

    /** 292 years, beyond which nanoseconds overflow. */
    @Test
    void refusesWhatCannotBeCountedInNanoseconds() {
        assertThat(DurationConverter.parse("2562047h").toNanos()).isPositive();
        assertThatThrownBy(() -> DurationConverter.parse("2562048h"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'2562048h' is too long; at most 2562047h are possible");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "10", "s", "-1s", "1.5s", "10 s", "10S", "1d", "PT10S", "9999999999s"})
    void refusesAnythingElseAndNamesIt(String value) {
        assertThatThrownBy(() -> new DurationConverter().convert(value))
                .isInstanceOf(TypeConversionException.class)
                .hasMessageContaining("'" + value + "'")
                .hasMessageContaining("15m");
    }
}
