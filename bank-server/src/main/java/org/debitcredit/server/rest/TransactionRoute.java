package org.debitcredit.server.rest;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.EmptyHttpHeaders;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.AsciiString;
import io.netty.util.concurrent.EventExecutor;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.debitcredit.bank.Preset;
import org.debitcredit.engine.SingleSubmission;
import org.debitcredit.server.answer.IdempotencyKeyParser;
import org.debitcredit.server.answer.Malformed;
import org.debitcredit.server.audit.AuditLog;
import org.debitcredit.server.loop.RequestGateway;
import org.debitcredit.server.loop.RequestGateway.Callback;
import org.debitcredit.server.loop.RequestGateway.NoAnswer;
import org.debitcredit.server.network.BrowserHeaders;
import org.debitcredit.server.network.ClientsOfConnection;
import org.debitcredit.server.network.PeerCertificates;
import org.debitcredit.server.network.RequestIds;
import org.debitcredit.server.region.OutOfTownReply;
import org.debitcredit.server.region.OutOfTownRequests;
import org.debitcredit.server.security.Access;
import org.debitcredit.server.security.AccessControl;
import org.debitcredit.server.security.ClientCertificate;
import org.debitcredit.server.security.ClientUse;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.transaction.TransactionKey;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.reactor.netty.NettyReactiveWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ResponseEntity;
import reactor.netty.NettyPipeline;

/**
 * The short way of {@code POST /v1/transactions}, past the web framework: a handler in the pipeline of each HTTP
 * connection. It takes only requests of the usual form whose client is granted access: JSON of known length, one key,
 * and no demands on the form of the answer or the end of the connection. All others go to {@link
 * TransactionController}, which gives the same answers.
 */
final class TransactionRoute implements WebServerFactoryCustomizer<NettyReactiveWebServerFactory> {

    private static final Logger LOG = LoggerFactory.getLogger(TransactionRoute.class);
    private static final String PATH = "/v1/transactions";
    static final String NAME = "POST " + PATH;
    private static final AsciiString KEY_HEADER = AsciiString.cached("idempotency-key");
    private static final String JSON = "application/json";
    private static final String ANYTHING = "*/*";
    private static final byte[] NOTHING = {};
    private static final int LENGTH_DIGITS_MAX = 4;

    private final RequestGateway gateway;
    private final AccessControl control;
    private final AuditLog audit;
    private final TransactionAnswers answers;
    private final @Nullable OutOfTownRequests outOfTown;
    private final MeterRegistry registry;
    private final ConcurrentMap<Integer, Timer> timers = new ConcurrentHashMap<>();

    TransactionRoute(
            RequestGateway gateway,
            AccessControl control,
            AuditLog audit,
            Preset preset,
            @Nullable OutOfTownRequests outOfTown,
            MeterRegistry registry) {
        this.gateway = gateway;
        this.control = control;
        this.audit = audit;
        this.answers = new TransactionAnswers(preset.responseBytesMin());
        this.outOfTown = outOfTown;
        this.registry = registry;
    }

    @Override
    public void customize(NettyReactiveWebServerFactory factory) {
        factory.addServerCustomizers(http -> http.doOnChannelInit((observer, channel, remote) ->
                channel.pipeline().addBefore(NettyPipeline.HttpTrafficHandler, "transactions", new OfConnection())));
    }

    private static boolean takes(HttpRequest request) {
        HttpHeaders headers = request.headers();
        return request.decoderResult().isSuccess()
                && request.method().equals(HttpMethod.POST)
                && request.uri().equals(PATH)
                && request.protocolVersion().equals(HttpVersion.HTTP_1_1)
                && HttpUtil.isKeepAlive(request)
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

    /** The requests of one connection, which arrive one at a time. Used only on the connection's event loop. */
    final class OfConnection extends ChannelInboundHandlerAdapter implements Callback<SingleSubmission> {

        private @Nullable ChannelHandlerContext context;
        /** The client of the request that is arriving; null if the request goes to the controller. */
        private Access.@Nullable Granted client;

        private HttpHeaders head = EmptyHttpHeaders.INSTANCE;
        private byte[] body = NOTHING;
        private int received;
        private long begunNanos;
        /** The place of the request that is executed, if its client has limits. */
        private ClientUse.@Nullable Place place;

        @Override
        public void handlerAdded(ChannelHandlerContext ctx) {
            context = ctx;
        }

        @Override
        public void channelRead(ChannelHandlerContext ctx, Object message) {
            if (message instanceof HttpRequest request) {
                begin(ctx.channel(), request);
            }
            Access.Granted granted = client;
            if (granted == null) {
                ctx.fireChannelRead(message);
                return;
            }
            if (message instanceof HttpContent content) {
                receive(content.content());
                content.release();
            }
            if (message instanceof LastHttpContent) {
                client = null;
                execute(ctx.channel(), granted);
            }
        }

        /** Nobody waits for the answer any more. */
        @Override
        public void channelInactive(ChannelHandlerContext ctx) {
            giveBackPlace();
            ctx.fireChannelInactive();
        }

        private void begin(Channel channel, HttpRequest request) {
            client = takes(request) ? granted(channel, request) : null;
            if (client != null) {
                begunNanos = System.nanoTime();
                head = request.headers();
                body = new byte[Integer.parseInt(head.get(HttpHeaderNames.CONTENT_LENGTH))];
                received = 0;
                // Automatic reading may be off, because the web framework asks for each of its own requests.
                channel.config().setAutoRead(true);
            }
        }

        private void receive(ByteBuf bytes) {
            int length = bytes.readableBytes();
            bytes.readBytes(body, received, length);
            received += length;
        }

        private void execute(Channel channel, Access.Granted granted) {
            String keyText = head.get(KEY_HEADER);
            byte[] json = body;
            // An idle connection holds nothing of its last request.
            head = EmptyHttpHeaders.INSTANCE;
            body = NOTHING;
            try {
                TransactionKey key = IdempotencyKeyParser.parseHeader(granted.client(), keyText);
                TransactionBody.Requested requested = TransactionBody.parse(json);
                Transaction transaction = requested.transaction();
                if (isAllowed(granted, transaction)) {
                    if (admission(channel, granted.use()) instanceof ClientUse.Refused refused) {
                        audit.limited(granted.client(), channel.remoteAddress(), NAME, RequestIds.of(channel));
                        write(Problem.limited(refused).response());
                    } else if (requested.region() == null) {
                        gateway.execute(transaction, key, this);
                    } else {
                        execute(transaction, requested.region(), key);
                    }
                } else {
                    audit.outOfScope(
                            granted.client(),
                            channel.remoteAddress(),
                            NAME,
                            transaction.teller(),
                            RequestIds.of(channel));
                    write(Problem.outOfScope(transaction.teller(), granted.usesTeller(transaction.teller()))
                            .response());
                }
            } catch (Malformed malformed) {
                write(Problem.of(malformed.reason(), malformed.detail()).response());
            } catch (RuntimeException | Error e) {
                RequestIds.of(channel).log(() -> LOG.error("{} failed", NAME, e));
                write(Problem.internal().response());
                // The bank may have taken the request. Its answer must not be taken for that of the next one.
                Objects.requireNonNull(context).close();
            }
        }

        /** Executes a transaction on an account of a region. */
        private void execute(Transaction transaction, int region, TransactionKey key) {
            OutOfTownRequests requests = outOfTown;
            if (requests == null) {
                write(answers.of(OutOfTownReply.unknown(region)));
            } else if (requests.isElsewhere(region)) {
                EventExecutor loop = Objects.requireNonNull(context).executor();
                requests.execute(
                        transaction, region, key, reply -> loop.execute(() -> writeOrClose(() -> answers.of(reply))));
            } else {
                gateway.execute(transaction, key, this);
            }
        }

        /** Takes a place for the request; null if its client has no limits. */
        private ClientUse.@Nullable Admission admission(Channel channel, @Nullable ClientUse use) {
            ClientUse.Admission admission =
                    use == null ? null : ClientsOfConnection.of(channel).take(use, ClientUse.Kind.REQUESTS);
            place = admission instanceof ClientUse.Place taken ? taken : null;
            return admission;
        }

        @Override
        public void answered(SingleSubmission single) {
            writeOrClose(() -> answers.of(single));
        }

        @Override
        public void notAnswered(NoAnswer why) {
            writeOrClose(() -> answers.of(why));
        }

        /** The end of the connection tells a client that no answer follows. */
        private void writeOrClose(Supplier<ResponseEntity<byte[]>> answer) {
            boolean isWritten = false;
            try {
                write(answer.get());
                isWritten = true;
            } finally {
                if (!isWritten) {
                    giveBackPlace();
                    Objects.requireNonNull(context).close();
                }
            }
        }

        private void giveBackPlace() {
            ClientUse.Place taken = place;
            if (taken != null) {
                place = null;
                taken.giveBack();
            }
        }

        private void write(ResponseEntity<byte[]> answer) {
            giveBackPlace();
            Objects.requireNonNull(context).writeAndFlush(response(answer));
            timer(answer.getStatusCode().value()).record(System.nanoTime() - begunNanos, TimeUnit.NANOSECONDS);
        }
    }

    private boolean isAllowed(Access.Granted client, Transaction asked) {
        return client.usesTeller(asked.teller()) && (outOfTown == null || !outOfTown.isReserved(asked));
    }

    private Access.@Nullable Granted granted(Channel channel, HttpRequest request) {
        List<String> authorizations = request.headers().getAll(HttpHeaderNames.AUTHORIZATION);
        if (authorizations.size() > 1) {
            return null;
        }
        ClientCertificate certificate = control.takesCertificates() ? PeerCertificates.of(channel) : null;
        Access access = control.check(
                authorizations.isEmpty() ? null : authorizations.get(0),
                certificate,
                AccessControl.TERMINALS,
                channel.remoteAddress());
        return access instanceof Access.Granted granted ? granted : null;
    }

    private static DefaultFullHttpResponse response(ResponseEntity<byte[]> answer) {
        byte[] body = answer.getBody() == null ? NOTHING : answer.getBody();
        DefaultFullHttpResponse response = new DefaultFullHttpResponse(
                HttpVersion.HTTP_1_1,
                HttpResponseStatus.valueOf(answer.getStatusCode().value()),
                Unpooled.wrappedBuffer(body));
        answer.getHeaders()
                .forEach(
                        (String name, List<String> values) -> response.headers().set(name, values.get(0)));
        response.headers()
                .set(HttpHeaderNames.CONTENT_LENGTH, Integer.toString(body.length))
                .set(BrowserHeaders.CONTENT_TYPE_OPTIONS, BrowserHeaders.NOSNIFF);
        return response;
    }

    private Timer timer(int status) {
        Timer known = timers.get(status);
        return known != null ? known : timers.computeIfAbsent(status, this::newTimer);
    }

    /** The same meter, with the same tags, as the web framework's own. */
    private Timer newTimer(int status) {
        return Timer.builder("http.server.requests")
                .tag("method", "POST")
                .tag("outcome", outcome(HttpStatusCode.valueOf(status)))
                .tag("status", Integer.toString(status))
                .tag("uri", PATH)
                .register(registry);
    }

    private static String outcome(HttpStatusCode status) {
        if (status.is2xxSuccessful()) {
            return "SUCCESS";
        }
        return status.is4xxClientError() ? "CLIENT_ERROR" : "SERVER_ERROR";
    }
}
