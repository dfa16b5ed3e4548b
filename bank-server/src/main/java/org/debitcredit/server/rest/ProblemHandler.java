package org.debitcredit.server.rest;

import java.nio.channels.ClosedChannelException;
import java.util.Set;
import java.util.stream.Collectors;
import org.debitcredit.server.answer.Malformed;
import org.debitcredit.server.answer.Reason;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.annotation.Order;
import org.springframework.core.io.buffer.DataBufferLimitException;
import org.springframework.http.HttpMethod;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.util.InvalidMimeTypeException;
import org.springframework.web.server.MethodNotAllowedException;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebExceptionHandler;
import reactor.core.publisher.Mono;
import reactor.netty.channel.AbortedException;

/** Converts every exception, on every path, into a problem that reveals no internals of the server. */
@Order(-2) // before Spring Boot's own, which is at -1
final class ProblemHandler implements WebExceptionHandler {

    private static final Logger LOG = LoggerFactory.getLogger(ProblemHandler.class);

    @Override
    public Mono<Void> handle(ServerWebExchange exchange, Throwable failure) {
        if (exchange.getResponse().isCommitted()) {
            return Mono.error(failure);
        }
        if (failure instanceof AbortedException || failure instanceof ClosedChannelException) {
            // The client disconnected before its request was complete, so there is no one to answer.
            return Mono.empty();
        }
        if (failure instanceof MethodNotAllowedException wrongMethod) {
            exchange.getResponse().getHeaders().setAllow(wrongMethod.getSupportedMethods());
        }
        return problem(exchange, failure).write(exchange);
    }

    private static Problem problem(ServerWebExchange exchange, Throwable failure) {
        if (failure instanceof Malformed malformed) {
            return Problem.of(malformed.reason(), malformed.detail());
        }
        if (failure instanceof DataBufferLimitException) {
            return Problem.of(Reason.TOO_LARGE, "the body is larger than 4096 bytes");
        }
        if (failure instanceof MethodNotAllowedException wrongMethod) {
            return Problem.of(
                    Reason.METHOD_NOT_ALLOWED,
                    "method is " + wrongMethod.getHttpMethod() + "; this resource takes "
                            + names(wrongMethod.getSupportedMethods()));
        }
        if (failure instanceof InvalidMimeTypeException) {
            // Spring reports an unreadable Accept header itself, but not one with more types than it sorts.
            return notAcceptable();
        }
        if (failure instanceof ResponseStatusException known) {
            return switch (known.getStatusCode().value()) {
                case 400 -> Problem.of(Reason.MALFORMED, "the request cannot be read");
                case 404 -> Problem.of(Reason.NOT_FOUND, "there is no resource at this path; see /v1/openapi.yaml");
                case 406 -> notAcceptable();
                case 413 -> Problem.of(Reason.TOO_LARGE, "the body is larger than 4096 bytes");
                case 415 -> Problem.of(Reason.UNSUPPORTED_MEDIA_TYPE, "Content-Type must be application/json");
                default -> internal(exchange, failure);
            };
        }
        return internal(exchange, failure);
    }

    private static Problem notAcceptable() {
        return Problem.of(Reason.NOT_ACCEPTABLE, "the response is application/json; the Accept header must allow it");
    }

    private static String names(Set<HttpMethod> methods) {
        return methods.stream().map(HttpMethod::name).sorted().collect(Collectors.joining(", "));
    }

    /** The log names the pattern of the path, because the path itself may contain an account or a key. */
    private static Problem internal(ServerWebExchange exchange, Throwable failure) {
        ServerHttpRequest request = exchange.getRequest();
        String name = HttpRoles.name(request.getMethod(), request.getPath().pathWithinApplication());
        HttpClient.trace(exchange).log(() -> LOG.error("{} failed", name, failure));
        return Problem.internal();
    }
}
