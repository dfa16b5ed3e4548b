package org.debitcredit.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ScalingsTest {

    @Test
    void each_place_is_measured_three_times_in_turn() {
        assertThat(Scalings.inTurn(List.of(1, 2, 4))).containsExactly(1, 2, 4, 1, 2, 4, 1, 2, 4);
    }
}
