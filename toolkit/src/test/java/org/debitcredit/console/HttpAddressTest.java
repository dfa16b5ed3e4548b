package org.debitcredit.console;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import org.junit.jupiter.api.Test;

class HttpAddressTest {

    @Test
    void aPasswordIsRefusedAndNotRepeated() {
        assertThatThrownBy(() -> HttpAddress.require("--url", URI.create("https://teller:secret@bank:8443")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("--url has a user or a password before its host 'bank'; leave them out");
    }

    @Test
    void anAddressHasASchemeAndAHost() {
        assertThatCode(() -> HttpAddress.require("--url", URI.create("http://[::1]:8080")))
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> HttpAddress.require("--url", URI.create("bank:8080")))
                .hasMessageContaining("--url is 'bank:8080'; it must be the address of a running service");
    }
}
