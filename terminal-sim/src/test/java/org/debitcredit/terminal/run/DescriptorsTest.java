package org.debitcredit.terminal.run;

import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.debitcredit.terminal.console.RunFailure;
import org.junit.jupiter.api.Test;

class DescriptorsTest {

    @Test
    void refusesConnectionsThatTheProcessMayNotHave() {
        assertThatNoException().isThrownBy(() -> Descriptors.check(1_000, 50, 1_250));
        assertThatThrownBy(() -> Descriptors.check(1_000, 50, 1_249))
                .isInstanceOf(RunFailure.class)
                .hasMessageContaining("1000 connections need 1250")
                .hasMessageContaining("ulimit -n 1250");
    }
}
