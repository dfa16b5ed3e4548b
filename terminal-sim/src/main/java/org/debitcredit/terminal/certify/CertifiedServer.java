package org.debitcredit.terminal.certify;

import java.net.URI;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The service that is certified: one that runs already, or one that is started for it.
 *
 * @param url of a server that runs already; null to start one
 * @param token bearer token for that server; null where it has no security
 * @param ledger of the server that is started: {@code memory}, {@code h2} or a JDBC URL
 * @param dataFolder in which the bank's directory is made
 * @param mirrorFolder in which the second directory is made; null without a mirror
 */
record CertifiedServer(
        @Nullable URI url,
        @Nullable String token,
        String ledger,
        Path dataFolder,
        @Nullable Path mirrorFolder) {}
