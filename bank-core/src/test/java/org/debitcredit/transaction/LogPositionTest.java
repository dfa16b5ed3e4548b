package org.debitcredit.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LogPositionTest {

    private static final String IDS = "00000000-0000-0001-0000-000000000002/00000000-0000-0003-ffff-ffffffffffff/";

    @Test
    void itsTextIsReadBack() {
        LogPosition position = new LogPosition(new UUID(1, 2), new UUID(3, 0xFFFF_FFFF_FFFF_FFFFL), 4_711, -2);
        assertThat(position.text()).isEqualTo(IDS + "4711/fffffffe");
        assertThat(LogPosition.parse(position.text())).isEqualTo(position);
        LogPosition founding = LogPosition.founding(new UUID(-1, 2));
        assertThat(LogPosition.parse(founding.text())).isEqualTo(founding);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "4711",
                IDS + "4711",
                IDS + "-1/00000000",
                IDS + "01/00000000",
                IDS + "9223372036854775808/00000000",
                IDS + "1/0000000g",
                IDS + "1/000000000",
                IDS + "1/00000000 ",
                "x" + IDS + "1/00000000"
            })
    void anyOtherTextIsRefused(String text) {
        assertThatThrownBy(() -> LogPosition.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }
}
