package org.debitcredit.server.rest;

import io.netty.channel.Channel;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.debitcredit.server.network.PeerCertificates;
import org.debitcredit.server.network.RequestIds;
import org.debitcredit.server.security.Access;
import org.debitcredit.server.security.ClientCertificate;
import org.debitcredit.server.security.StreamAccess;
import org.debitcredit.server.trace.RequestTrace;
import org.jspecify.annotations.Nullable;
import org.springframework.http.server.reactive.ServerHttpRequestDecorator;
import org.springframework.web.server.ServerWebExchange;
import reactor.netty.http.server.HttpServerRequest;

/** The client that an HTTP request comes from. */
public final class HttpClient {

    static final String ATTRIBUTE = HttpClient.class.getName();

    /** Of an exchange that is a stream. */
    static final String ACCESS_ATTRIBUTE = ATTRIBUTE + ".access";

    private HttpClient() {}

    /** The result of the access check. */
    static Access.Granted of(ServerWebExchange exchange) {
        return exchange.<Access.Granted>getRequiredAttribute(ATTRIBUTE);
    }

    /** The access of an exchange that is a stream. */
    static StreamAccess access(ServerWebExchange exchange) {
        return exchange.<StreamAccess>getRequiredAttribute(ACCESS_ATTRIBUTE);
    }

    /**
     * The one header {@code Authorization}; null if there is none. If there are several, an empty text, which is not
     * valid.
     */
    static @Nullable String authorization(List<String> headers) {
        return switch (headers.size()) {
            case 0 -> null;
            case 1 -> headers.get(0);
            default -> "";
        };
    }

    /** The trace of the request. To be asked for on its event loop. */
    static RequestTrace trace(ServerWebExchange exchange) {
        return RequestIds.of(channel(ServerHttpRequestDecorator.getNativeRequest(exchange.getRequest())));
    }

    /** The certificate of the connection. */
    static @Nullable ClientCertificate certificate(HttpServerRequest request) {
        return PeerCertificates.of(channel(request));
    }

    /** The connection of a request. */
    static Channel channel(HttpServerRequest request) {
        AtomicReference<@Nullable Channel> channel = new AtomicReference<>();
        request.withConnection(connection -> channel.set(connection.channel()));
        return Objects.requireNonNull(channel.get());
    }
}
