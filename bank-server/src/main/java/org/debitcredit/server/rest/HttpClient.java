package org.debitcredit.server.rest;

import java.util.concurrent.atomic.AtomicReference;
import org.debitcredit.server.network.PeerCertificates;
import org.debitcredit.server.security.Access;
import org.debitcredit.server.security.ClientCertificate;
import org.jspecify.annotations.Nullable;
import org.springframework.web.server.ServerWebExchange;
import reactor.netty.http.server.HttpServerRequest;

/** The client that an HTTP request comes from. */
public final class HttpClient {

    static final String ATTRIBUTE = HttpClient.class.getName();

    private HttpClient() {}

    /** The result of the access check. */
    static Access.Granted of(ServerWebExchange exchange) {
        return exchange.<Access.Granted>getRequiredAttribute(ATTRIBUTE);
    }

    /** The certificate of the connection. */
    static @Nullable ClientCertificate certificate(HttpServerRequest request) {
        AtomicReference<@Nullable ClientCertificate> certificate = new AtomicReference<>();
        request.withConnection(connection -> certificate.set(PeerCertificates.of(connection.channel())));
        return certificate.get();
    }
}
