package org.debitcredit.server;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Settings of certificates that do not fit each other. */
class CertificateSettingsTest {

    @TempDir
    private static Path folder;

    private static CertifiedClients clients;

    @BeforeAll
    static void issue() throws IOException, GeneralSecurityException {
        clients = new CertifiedClients(folder);
    }

    /** A client chooses the name, and with it the bundle. */
    @Test
    void aServerNameWithoutATrustStoreIsRefusedAtTheStart() throws Exception {
        List<String> properties = new ArrayList<>(clients.properties("named", "false"));
        properties.addAll(List.of(
                "spring.ssl.bundle.jks.other.keystore.location="
                        + clients.bank.store().toUri(),
                "spring.ssl.bundle.jks.other.keystore.password=" + TestCertificates.PASSWORD,
                "spring.ssl.bundle.jks.other.key.alias=server",
                "server.ssl.server-name-bundles[0].server-name=api.example",
                "server.ssl.server-name-bundles[0].bundle=other"));
        assertThatThrownBy(() -> TestServer.open(folder.resolve("named"), properties.toArray(String[]::new)))
                .hasStackTraceContaining("server name api.example, has no truststore");
    }

    @Test
    void aBundleWithoutATrustStoreIsRefusedAtTheStart() {
        assertThatThrownBy(() -> TestServer.open(
                        folder.resolve("untrusting"),
                        clients.withoutTrust("false").toArray(String[]::new)))
                .hasStackTraceContaining("has no truststore");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "bank.security.certificates.clients[2].subject=CN=x bank.security.certificates.clients[2].client=nobody",
                "bank.security.certificates.clients[2].subject=CN=operator,O=Bank bank.security.certificates.clients[2].client=atm",
                "bank.security.certificates.clients[2].subject=atm bank.security.certificates.clients[2].client=atm",
                "bank.security.tokens[2].name=idle bank.security.tokens[2].roles=auditor"
            })
    void aConfigurationThatDoesNotFitIsRefusedAtTheStart(String properties) throws Exception {
        List<String> all = new ArrayList<>(clients.properties("unfit", "false"));
        all.addAll(List.of(properties.split(" ")));
        assertThatThrownBy(() -> TestServer.open(folder.resolve("unfit"), all.toArray(String[]::new)))
                .hasStackTraceContaining("bank.security.");
    }
}
