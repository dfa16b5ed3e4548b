package org.debitcredit.server.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.InstantSource;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.debitcredit.server.security.SecurityProperties.ClientScope;
import org.debitcredit.server.security.SecurityProperties.Token;
import org.debitcredit.transaction.RequestColumns;
import org.debitcredit.transaction.TransactionType;
import org.junit.jupiter.api.Test;

class ScopeSettingsTest {

    private static Token token(String name, Role... roles) {
        return new Token(name, HexFormat.of().formatHex(AccessControl.sha256("secret-" + name)), Set.of(roles));
    }

    private static SecurityProperties secured(List<Token> tokens, ClientScope... scopes) {
        return new SecurityProperties(
                tokens, List.of(scopes), List.of(), new CertificateProperties(false, List.of()), null, null);
    }

    private static Access.Granted granted(String client, AccessControl control) {
        return (Access.Granted) control.check("Bearer secret-" + client, null, AccessControl.ANYONE, null);
    }

    @Test
    void aScopeIsThatOfItsClientAlone() {
        AccessControl control = new AccessControl(
                secured(
                        List.of(token("seven", Role.TERMINAL), token("all", Role.TERMINAL)),
                        new ClientScope("seven", List.of("7"), List.of("8000003"))),
                InstantSource.system(),
                from -> true);
        Access.Granted seven = granted("seven", control);
        assertThat(seven.usesTeller(7_000_000)).isTrue();
        assertThat(seven.usesTeller(7_999_999)).isTrue();
        assertThat(seven.usesTeller(8_000_003)).isTrue();
        assertThat(seven.usesTeller(8_000_002)).isFalse();
        assertThat(seven.usesTeller(6_999_999)).isFalse();
        assertThat(seven.usesTeller(-1)).isFalse();
        assertThat(seven.usesBranch(7)).isTrue();
        assertThat(seven.usesBranch(8)).isFalse();
        assertThat(granted("all", control).usesTeller(8_000_002)).isTrue();
        assertThat(granted("all", control).usesBranch(8)).isTrue();
    }

    /** Such a client must not be taken for a region, whose scope is the teller that stands for it. */
    @Test
    void aScopeOfMoreThanATellerIsNotThatTellerAlone() {
        for (Scope scope : List.of(
                Scope.of("scope", List.of("0-999"), List.of()),
                Scope.of("scope", List.of("10"), List.of()),
                Scope.of("scope", List.of("0"), List.of("10000000")),
                Scope.of("scope", List.of(), List.of("10000000", "3")),
                Scope.of("scope", List.of(), List.of("10000000-10000001")))) {
            assertThat(scope.isOnly(10_000_000)).isFalse();
        }
        assertThat(Scope.of("scope", List.of(), List.of("10000000")).isOnly(10_000_000))
                .isTrue();
    }

    @Test
    void theFirstRowOutsideOfABatchIsFound() {
        RequestColumns batch = new RequestColumns(3);
        batch.addContent(TransactionType.DEBIT_CREDIT.code(), 7_000_001, 9_000_000, -1, 1);
        batch.addContent(TransactionType.DEBIT_CREDIT.code(), 8_000_001, 7_000_000, -1, 1);
        batch.addContent(TransactionType.DEBIT_CREDIT.code(), 9_000_001, 7_000_000, -1, 1);
        assertThat(Scope.of("scope", List.of("7"), List.of()).firstOutside(batch))
                .isEqualTo(1);
        assertThat(Scope.of("scope", List.of("7-9"), List.of()).firstOutside(batch))
                .isEqualTo(-1);
        assertThat(new Access.Granted(0, false, Map.of(), null, null).firstOutside(batch))
                .isEqualTo(-1);
    }

    @Test
    void aScopeOfNobodyWouldProtectNothing() {
        refuses(
                new ClientScope("svene", List.of("7"), List.of()),
                "there is no client 'svene' in bank.security.tokens");
    }

    @Test
    void aClientWithAnotherRoleReadsMoreThanItsScope() {
        refuses(new ClientScope("op", List.of("7"), List.of()), "'op' has the role operator");
        refuses(new ClientScope("feed", List.of("7"), List.of()), "'feed' does not have the role terminal");
    }

    @Test
    void aRegionFollowsTheBankAndHasAScope() {
        AccessControl control = new AccessControl(
                secured(
                        List.of(token("region-0", Role.TERMINAL, Role.FOLLOWER)),
                        new ClientScope("region-0", List.of(), List.of("10000000"))),
                InstantSource.system(),
                from -> true);
        assertThat(granted("region-0", control).usesTeller(10_000_000)).isTrue();
        assertThat(granted("region-0", control).usesTeller(3)).isFalse();
        assertThat(granted("region-0", control).isFollower()).isTrue();
        assertThat(granted("region-0", control).usesOnly(10_000_000)).isTrue();
        assertThat(granted("region-0", control).usesOnly(3)).isFalse();
    }

    @Test
    void aClientHasOneScope() {
        ClientScope scope = new ClientScope("atm", List.of("7"), List.of());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> secured(List.of(token("atm", Role.TERMINAL)), scope, scope))
                .withMessageContaining("contains a client twice");
    }

    @Test
    void aScopeHasAClientAndTellersThatCanBeRead() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ClientScope("atm", List.of(), List.of()))
                .withMessageContaining("'atm' has neither branches nor tellers");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ClientScope(" ", List.of("7"), List.of()))
                .withMessageContaining("has no client");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ClientScope("atm", List.of("seven"), List.of()))
                .withMessageContaining("bank.security.scopes.branches contains 'seven'");
    }

    private static void refuses(ClientScope scope, String why) {
        List<Token> tokens = List.of(
                token("atm", Role.TERMINAL), token("op", Role.TERMINAL, Role.OPERATOR), token("feed", Role.FOLLOWER));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> secured(tokens, scope))
                .withMessageContaining(why);
    }
}
