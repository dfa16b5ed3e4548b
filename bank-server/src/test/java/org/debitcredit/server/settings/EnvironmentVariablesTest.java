package org.debitcredit.server.settings;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class EnvironmentVariablesTest {

    @Test
    void settings_of_each_form_and_what_commands_read_are_known() {
        assertThatCode(() -> EnvironmentVariables.requireKnown(List.of(
                        "PATH",
                        "BANK_LEDGER",
                        "BANK_KEYWINDOW",
                        "BANK_KEY_WINDOW",
                        "BANK_JOURNAL_MIRROR_DIRECTORY",
                        "BANK_SECURITY_TOKENS_0_NAME",
                        "BANK_DATABASE_PASSWORD",
                        "BANK_PROJECTION_PASSWORD",
                        "BANK_SERVICE_HOST",
                        "BANK_SERVICE_PORT_HTTP",
                        "BANK_PORT_8080_TCP_ADDR",
                        "BANK_TOKEN",
                        "BANK_TPCC_PASSWORD",
                        "BANK_JAVA_OPTS")))
                .doesNotThrowAnyException();
    }

    @Test
    void a_mistyped_name_is_refused() {
        assertThatThrownBy(() -> EnvironmentVariables.requireKnown(List.of("BANK_LEDGER", "BANK_LEDGR", "BANK_KEYS")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(
                        "there is no setting for the environment variable BANK_KEYS, BANK_LEDGR. Correct its name");
    }
}
