package org.debitcredit.server.rest;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.util.AsciiString;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import org.debitcredit.bank.Preset;
import org.debitcredit.engine.SingleSubmission;
import org.debitcredit.server.answer.IdempotencyKeyParser;
import org.debitcredit.server.answer.Malformed;
import org.debitcredit.server.audit.AuditLog;
import org.debitcredit.server.loop.RequestGateway;
import org.debitcredit.server.loop.RequestGateway.Callback;
import org.debitcredit.server.loop.RequestGateway.NoAnswer;
import org.debitcredit.server.security.Access;
import org.debitcredit.server.security.AccessControl;
import org.debitcredit.server.security.ClientCertificate;
import org.debitcredit.server.security.FailedTokens;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.transaction.TransactionKey;
import org.reactivestreams.Publisher;
import org.springframework.boot.reactor.netty.NettyRouteProvider;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;
import reactor.netty.DisposableChannel;
import reactor.netty.http.server.HttpServerRequest;
import reactor.netty.http.server.HttpServerResponse;
import reactor.netty.http.server.HttpServerRoutes;

/**
 * The short way of {@code POST /v1/transactions}, past the web framework: a route of Reactor Netty itself, by Spring
 * Boot's hook. It handles only requests that it fully understands: JSON of known length, one key, no demands on the
 * form of the answer. All others go to {@link TransactionController}, which gives the same answers. Unauthorized
 * requests are rejected before the body is read, exactly as by {@link HttpAccessFilter}.
 */
@Component
final class TransactionRoute implements NettyRouteProvider {

    private static final String PATH = "/v1/transactions";
    static final String NAME = "POST " + PATH;
    private static final AsciiString KEY_HEADER = AsciiString.cached("idempotency-key");
    private static final String JSON = "application/json";
    private static final String ANYTHING = "*/*";
    private static final String UNROUTED = "UNKNOWN";
    private static final byte[] NOTHING = {};
    private static final int LENGTH_DIGITS_MAX = 4;

    private final RequestGateway gateway;
    private final AccessControl control;
    private final FailedTokens failed;
    private final AuditLog audit;
    private final TransactionAnswers answers;
    private final MeterRegistry registry;
    private final Timers routed = new Timers(PATH);
    /** The web framework denies access before it looks for a route. */
    private final Timers denied = new Timers(UNROUTED);

    TransactionRoute(
            RequestGateway gateway,
            AccessControl control,
            FailedTokens failed,
            AuditLog audit,
            Preset preset,
            MeterRegistry registry) {
        this.gateway = gateway;
        this.control = control;
        this.failed = failed;
        this.audit = audit;
        this.answers = new TransactionAnswers(preset.responseBytesMin());
        this.registry = registry;
    }

    @Override
    public HttpServerRoutes apply(HttpServerRoutes routes) {
        return routes.route(this::takes, this::handle);
    }

    private boolean takes(HttpServerRequest request) {
        HttpHeaders headers = request.requestHeaders();
        return request.method().equals(HttpMethod.POST)
                && request.uri().equals(PATH)
                && JSON.equals(headers.get(HttpHeaderNames.CONTENT_TYPE))
                && isShort(headers.get(HttpHeaderNames.CONTENT_LENGTH))
                && !headers.contains(HttpHeaderNames.EXPECT)
                && isIndifferent(headers.get(HttpHeaderNames.ACCEPT))
                && headers.getAll(KEY_HEADER).size() == 1;
    }

    private static boolean isShort(String length) {
        return length != null && isNumber(length) && Integer.parseInt(length) <= RequestBody.BYTES_MAX;
    }

    /** Whether a text has one to four digits and nothing else. */
    private static boolean isNumber(String text) {
        for (int at = 0; at < text.length(); at++) {
            if (text.charAt(at) < '0' || text.charAt(at) > '9') {
                return false;
            }
        }
        return !text.isEmpty() && text.length() <= LENGTH_DIGITS_MAX;
    }

    private static boolean isIndifferent(String accept) {
        return accept == null || accept.equals(ANYTHING) || accept.equals(JSON);
    }

    private Publisher<Void> handle(HttpServerRequest request, HttpServerResponse response) {
        long begun = System.nanoTime();
        ClientCertificate certificate = control.takesCertificates() ? HttpClient.certificate(request) : null;
        Access access = control.check(
                request.requestHeaders().get(HttpHeaderNames.AUTHORIZATION), certificate, AccessControl.TERMINALS);
        if (!(access instanceof Access.Granted granted)) {
            return deny(access, request, response, begun);
        }
        return request.receive()
                .aggregate()
                .asByteArray()
                .defaultIfEmpty(NOTHING)
                .flatMap(body -> answer(granted, request, body))
                .flatMap(answer -> write(answer, response, begun, routed));
    }

    private Mono<Void> deny(Access access, HttpServerRequest request, HttpServerResponse response, long begun) {
        Problem denial = Problem.denied(access);
        ResponseEntity<byte[]> problem = denial.response();
        InetSocketAddress from = request.remoteAddress();
        audit.refused(denial.reason(), access.caller(), from, NAME);
        boolean isGuess = access instanceof Access.Unauthenticated
                && request.requestHeaders().contains(HttpHeaderNames.AUTHORIZATION);
        FailedTokens.Answer answer =
                isGuess && from != null ? failed.failed(from.getAddress()) : FailedTokens.Answer.AT_ONCE;
        return switch (answer) {
            case AT_ONCE -> write(problem, response, begun, denied);
            case LATE ->
                LateAnswer.after(failed, gateway).then(Mono.defer(() -> write(problem, response, begun, denied)));
            case NEVER -> Mono.fromRunnable(() -> request.withConnection(DisposableChannel::dispose));
        };
    }

    private Mono<ResponseEntity<byte[]>> answer(Access.Granted client, HttpServerRequest request, byte[] body) {
        try {
            TransactionKey key = IdempotencyKeyParser.parseHeader(
                    client.client(), request.requestHeaders().get(KEY_HEADER));
            Transaction transaction = TransactionBody.parse(body);
            if (!client.usesTeller(transaction.teller())) {
                audit.outOfScope(client.client(), request.remoteAddress(), NAME, transaction.teller());
                return Mono.just(Problem.outOfScope(transaction.teller()).response());
            }
            return Mono.create(sink -> gateway.execute(transaction, key, new Answer(sink)));
        } catch (Malformed malformed) {
            return Mono.just(Problem.of(malformed.reason(), malformed.detail()).response());
        }
    }

    private final class Answer implements Callback<SingleSubmission> {
        private final MonoSink<ResponseEntity<byte[]>> sink;

        private Answer(MonoSink<ResponseEntity<byte[]>> sink) {
            this.sink = sink;
        }

        @Override
        public void answered(SingleSubmission single) {
            sink.success(answers.of(single));
        }

        @Override
        public void notAnswered(NoAnswer why) {
            sink.success(answers.of(why));
        }
    }

    private Mono<Void> write(ResponseEntity<byte[]> answer, HttpServerResponse response, long begun, Timers timers) {
        byte[] body = answer.getBody() == null ? NOTHING : answer.getBody();
        int status = answer.getStatusCode().value();
        response.status(status);
        answer.getHeaders().forEach((String name, List<String> values) -> response.header(name, values.get(0)));
        response.header(HttpHeaderNames.CONTENT_LENGTH, Integer.toString(body.length));
        timers.of(status).record(System.nanoTime() - begun, TimeUnit.NANOSECONDS);
        return response.sendObject(Unpooled.wrappedBuffer(body)).then();
    }

    /** The same meter, with the same tags, as the web framework's own, by status. */
    private final class Timers {
        private final String uri;
        private final ConcurrentMap<Integer, Timer> timers = new ConcurrentHashMap<>();

        private Timers(String uri) {
            this.uri = uri;
        }

        private Timer of(int status) {
            Timer known = timers.get(status);
            return known != null ? known : timers.computeIfAbsent(status, this::newTimer);
        }

        private Timer newTimer(int status) {
            return Timer.builder("http.server.requests")
                    .tag("error", "none")
                    .tag("exception", "none")
                    .tag("method", "POST")
                    .tag("outcome", outcome(HttpStatusCode.valueOf(status)))
                    .tag("status", Integer.toString(status))
                    .tag("uri", uri)
                    .register(registry);
        }
    }

    private static String outcome(HttpStatusCode status) {
        if (status.is2xxSuccessful()) {
            return "SUCCESS";
        }
        return status.is4xxClientError() ? "CLIENT_ERROR" : "SERVER_ERROR";
    }
}
