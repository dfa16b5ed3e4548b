package org.debitcredit.terminal.certify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.debitcredit.terminal.report.PriceList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PricesTest {

    @Test
    void anItemHasANameAndAnAmount() {
        assertThat(Prices.parse(List.of("machine=1999.50", "a = b=3")))
                .containsExactly(new PriceList.Item("machine", 1_999.50), new PriceList.Item("a = b", 3));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"machine", "=5", " =5", "machine=", "machine=dear", "machine=-1", "machine=NaN", "machine=1e308"
            })
    void anythingElseIsRefusedByWhatItIs(String typed) {
        assertThatThrownBy(() -> Prices.parse(List.of(typed)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'" + typed + "'");
    }
}
