package org.debitcredit.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.TypeConversionException;

class SecondsConverterTest {

    private final SecondsConverter converter = new SecondsConverter();

    @Test
    void aNumberMeansSecondsAndAUnitMeansItself() {
        assertThat(converter.convert("30")).isEqualTo(Duration.ofSeconds(30));
        assertThat(converter.convert("0")).isZero();
        assertThat(converter.convert("2m")).isEqualTo(Duration.ofMinutes(2));
        assertThat(converter.convert("500ms")).isEqualTo(Duration.ofMillis(500));
    }

    @Test
    void otherTextIsRefused() {
        assertThatThrownBy(() -> converter.convert("soon"))
                .isInstanceOf(TypeConversionException.class)
                .hasMessageContaining("'soon'");
    }
}
