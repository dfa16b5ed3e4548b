package org.debitcredit.server.rest;

import java.net.InetSocketAddress;
import java.util.Set;
import org.debitcredit.server.audit.AuditLog;
import org.debitcredit.server.loop.RequestGateway;
import org.debitcredit.server.network.BrowserHeaders;
import org.debitcredit.server.network.ClientsOfConnection;
import org.debitcredit.server.network.Connections;
import org.debitcredit.server.security.Access;
import org.debitcredit.server.security.AccessControl;
import org.debitcredit.server.security.ClientCertificate;
import org.debitcredit.server.security.ClientUse;
import org.debitcredit.server.security.FailedTokens;
import org.debitcredit.server.security.Role;
import org.debitcredit.server.status.StatusSampler;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.server.PathContainer;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpRequestDecorator;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;
import reactor.netty.http.server.HttpServerRequest;

/**
 * Checks every HTTP request with {@link AccessControl}, including those to the actuator, and makes browsers strict
 * about every answer.
 */
@Order(Ordered.HIGHEST_PRECEDENCE + 10)
final class HttpAccessFilter implements WebFilter {

    private final AccessControl control;
    private final FailedTokens failed;
    private final RequestGateway gateway;
    private final AuditLog audit;
    private final Connections connections;

    HttpAccessFilter(
            AccessControl control,
            FailedTokens failed,
            RequestGateway gateway,
            AuditLog audit,
            Connections connections) {
        this.control = control;
        this.failed = failed;
        this.gateway = gateway;
        this.audit = audit;
        this.connections = connections;
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        ServerHttpRequest request = exchange.getRequest();
        addHeaders(exchange);
        PathContainer path = request.getPath().pathWithinApplication();
        if (HttpRoles.open(path)) {
            return chain.filter(exchange);
        }
        ClientCertificate certificate = control.takesCertificates()
                ? HttpClient.certificate(ServerHttpRequestDecorator.getNativeRequest(request))
                : null;
        String authorization = HttpClient.authorization(request.getHeaders().getOrEmpty(HttpHeaders.AUTHORIZATION));
        Set<Role> anyOf = HttpRoles.anyOf(path);
        Access access = control.check(authorization, certificate, anyOf, request.getRemoteAddress());
        if (access instanceof Access.Granted granted) {
            exchange.getAttributes().put(HttpClient.ATTRIBUTE, granted);
            if (StatusSampler.isStream(path)) {
                exchange.getAttributes()
                        .put(HttpClient.ACCESS_ATTRIBUTE, control.ofStream(authorization, certificate, anyOf));
            }
            ClientUse use = granted.use();
            return use == null ? chain.filter(exchange) : limited(granted.client(), use, exchange, chain);
        }
        return denied(access, exchange);
    }

    private static void addHeaders(ServerWebExchange exchange) {
        HttpHeaders headers = exchange.getResponse().getHeaders();
        headers.set(BrowserHeaders.CONTENT_TYPE_OPTIONS.toString(), BrowserHeaders.NOSNIFF.toString());
    }

    /** Serves a client within its limits. */
    private Mono<Void> limited(long client, ClientUse use, ServerWebExchange exchange, WebFilterChain chain) {
        PathContainer path = exchange.getRequest().getPath().pathWithinApplication();
        boolean isStream = StatusSampler.isStream(path);
        ClientUse.Kind kind = isStream ? ClientUse.Kind.STREAMS : ClientUse.Kind.REQUESTS;
        HttpServerRequest request = ServerHttpRequestDecorator.getNativeRequest(exchange.getRequest());
        ClientUse.Admission admission =
                ClientsOfConnection.of(HttpClient.channel(request)).take(use, kind);
        if (admission instanceof ClientUse.Refused refused) {
            audit.limited(
                    client,
                    exchange.getRequest().getRemoteAddress(),
                    HttpRoles.name(exchange.getRequest().getMethod(), path),
                    HttpClient.trace(exchange));
            return Problem.limited(refused).write(exchange);
        }
        ClientUse.Place place = (ClientUse.Place) admission;
        if (!isStream) {
            exchange.getResponse().beforeCommit(() -> Mono.fromRunnable(place::giveBack));
        }
        return chain.filter(exchange).doFinally(ended -> place.giveBack());
    }

    private Mono<Void> denied(Access access, ServerWebExchange exchange) {
        ServerHttpRequest request = exchange.getRequest();
        PathContainer path = request.getPath().pathWithinApplication();
        Problem problem = Problem.denied(access);
        Mono<Void> turningAway = problem.write(exchange);
        InetSocketAddress from = request.getRemoteAddress();
        audit.refused(
                access.refusal(),
                access.caller(),
                from,
                HttpRoles.name(request.getMethod(), path),
                HttpClient.trace(exchange));
        boolean isGuess = access.hasFailed() && request.getHeaders().containsHeader(HttpHeaders.AUTHORIZATION);
        return isGuess && from != null ? guessed(from, turningAway) : turningAway;
    }

    /** Guesses of tokens are answered late, or not at all: see {@link FailedTokens}. */
    private Mono<Void> guessed(InetSocketAddress from, Mono<Void> turningAway) {
        return switch (failed.failed(from.getAddress())) {
            case AT_ONCE -> turningAway;
            case LATE -> LateAnswer.after(failed, from.getAddress(), gateway).then(turningAway);
            // A proxy's connection carries other clients' requests and stays open.
            case NEVER -> Mono.defer(() -> connections.disconnect(from) ? Mono.<Void>empty() : turningAway);
        };
    }
}
