package org.debitcredit.server.security;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.debitcredit.server.security.SecurityProperties.ClientLimits;
import org.debitcredit.server.security.SecurityProperties.Token;
import org.junit.jupiter.api.Test;

class ClientLimitsSettingsTest {

    private static SecurityProperties of(ClientLimits... limits) {
        Token atm = new Token("atm", HexFormat.of().formatHex(AccessControl.sha256("secret")), Set.of(Role.TERMINAL));
        return new SecurityProperties(
                List.of(atm), List.of(), List.of(limits), new CertificateProperties(false, List.of()), null, null);
    }

    /** A copied line would give one client the rights of another. */
    @Test
    void twoClientsWithOneTokenAreRefused() {
        String hash = HexFormat.of().formatHex(AccessControl.sha256("secret"));
        List<Token> tokens = List.of(
                new Token("atm", hash, Set.of(Role.TERMINAL)),
                new Token("op", hash.toUpperCase(Locale.ROOT), Set.of(Role.OPERATOR)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SecurityProperties(
                        tokens, List.of(), List.of(), new CertificateProperties(false, List.of()), null, null))
                .withMessageContaining("contains a sha256 twice");
    }

    @Test
    void anyOfTheThreeIsEnough() {
        assertThatCode(() -> of(new ClientLimits("atm", null, 1, null))).doesNotThrowAnyException();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ClientLimits("atm", null, null, null))
                .withMessageContaining("'atm' has no limit");
    }

    @Test
    void aLimitIsAtLeastOne() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ClientLimits("atm", 0, null, null))
                .withMessage("bank.security.limits: requests of 'atm' is 0; it must be at least 1, or absent");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ClientLimits("atm", 1, 1, -1))
                .withMessageContaining("connections of 'atm' is -1");
    }

    @Test
    void aClientIsKnownAndHasOneEntry() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> of(new ClientLimits("amt", 1, null, null)))
                .withMessageContaining("bank.security.limits: there is no client 'amt'");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> of(new ClientLimits("atm", 1, null, null), new ClientLimits("atm", 2, null, null)))
                .withMessageContaining("contains a client twice");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ClientLimits(" ", 1, null, null))
                .withMessageContaining("has no client");
    }
}
