package org.debitcredit.terminal.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import org.debitcredit.terminal.console.RunFailure;
import org.junit.jupiter.api.Test;

class ReportedKeyStatusTest {

    @Test
    void readsEachStatus() {
        assertThat(of("{\"status\":\"committed\",\"position\":7,\"balance\":-5}"))
                .isEqualTo(new ReportedKeyStatus("committed", 7, -5))
                .hasToString("committed at position 7 with balance -5");
        assertThat(of("{\"status\":\"refused\",\"position\":8,\"reason\":\"insufficient-funds\",\"balance\":3}"))
                .as("a refusal's balance is not compared")
                .isEqualTo(new ReportedKeyStatus("refused", 8, ReportedKeyStatus.NO_BALANCE));
        assertThat(of("{\"status\":\"unknown\"}"))
                .isEqualTo(new ReportedKeyStatus("unknown", 0, ReportedKeyStatus.NO_BALANCE));
        assertThat(of("{\"status\":\"expired\"}")).hasToString("expired");
    }

    @Test
    void anAnswerOutsideOfTheContractIsNoStatus() {
        assertThatThrownBy(() -> of("{}")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> of("{\"status\":\"committed\",\"position\":7}"))
                .isInstanceOf(RunFailure.class);
    }

    private static ReportedKeyStatus of(String json) {
        return ReportedKeyStatus.of(Json.read(json.getBytes(StandardCharsets.UTF_8)));
    }
}
