package org.debitcredit.server.command.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How amounts are read and written, by the decimals of the currency. */
class AmountFormatTest {

    @ParameterizedTest
    @CsvSource({
        "2, 12.50, 1250, 12.50",
        "2, 12, 1200, 12.00",
        "2, -0.05, -5, -0.05",
        "2, +1.5, 150, 1.50",
        "2, 1.500, 150, 1.50",
        "0, 12, 12, 12",
        "0, 12.0, 12, 12",
        "3, 1.234, 1234, 1.234",
        "2, 92233720368547758.07, 9223372036854775807, 92233720368547758.07",
        "2, -92233720368547758.08, -9223372036854775808, -92233720368547758.08"
    })
    void an_amount_is_read_and_written(int digits, String written, long minor, String shown) {
        AmountFormat format = new AmountFormat("XXX", digits);
        assertThat(format.minor("--amount", written)).isEqualTo(minor);
        assertThat(format.number(minor)).isEqualTo(shown);
        assertThat(format.text(minor)).isEqualTo(shown + " XXX");
    }

    @ParameterizedTest
    @CsvSource({"0, 12.5", "2, 0.001", "2, 92233720368547758.08", "2, 1e2", "2, 0x10", "2, .5", "2, 5.", "2, ''"})
    void another_amount_is_refused(int digits, String written) {
        assertThatThrownBy(() -> new AmountFormat("XXX", digits).minor("--amount", written))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("--amount is ");
    }

    @Test
    void a_refusal_names_the_decimals_of_the_currency() {
        assertThatThrownBy(() -> new AmountFormat("JPY", 0).minor("--amount", "1.5"))
                .hasMessage("--amount is 1.5; JPY has 0 decimals, and the largest amount is 9223372036854775807");
    }
}
