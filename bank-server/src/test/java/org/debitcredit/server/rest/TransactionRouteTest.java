package org.debitcredit.server.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.util.concurrent.DefaultEventExecutor;
import io.netty.util.concurrent.EventExecutor;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.debitcredit.bank.Preset;
import org.debitcredit.engine.SingleSubmission;
import org.debitcredit.server.audit.AuditLog;
import org.debitcredit.server.loop.RequestGateway;
import org.debitcredit.server.security.AccessControl;
import org.debitcredit.server.security.CertificateProperties;
import org.debitcredit.server.security.SecurityProperties;
import org.debitcredit.server.settings.AuditProperties;
import org.debitcredit.transaction.TransactionKey;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.util.unit.DataSize;

/** One connection on the short way, whose bank is closed. */
class TransactionRouteTest {

    private static final int COLLECTIONS_MAX = 20;

    /** An answer that cannot be read. */
    @SuppressWarnings("NullAway")
    private static final SingleSubmission BROKEN = null;

    private final EmbeddedChannel channel = new EmbeddedChannel();

    private TransactionRoute.OfConnection connect(EventExecutor loop) throws IOException {
        SecurityProperties open = new SecurityProperties(
                List.of(), List.of(), List.of(), new CertificateProperties(false, List.of()), null, null);
        MeterRegistry registry = new SimpleMeterRegistry();
        TransactionRoute route = new TransactionRoute(
                new RequestGateway(List.of(loop), Duration.ofSeconds(10)),
                new AccessControl(open, InstantSource.system(), from -> true),
                new AuditLog(
                        new AuditProperties(null, DataSize.ofMegabytes(1), 2),
                        Map.of(),
                        InstantSource.system(),
                        registry),
                Preset.GRAY2005,
                null,
                registry);
        TransactionRoute.OfConnection connection = route.new OfConnection();
        channel.pipeline().addLast(connection);
        return connection;
    }

    @AfterEach
    void close() {
        channel.finishAndReleaseAll();
    }

    /** Sends a deposit; returns its head. */
    private WeakReference<HttpHeaders> send() {
        byte[] body =
                "{\"type\":\"deposit\",\"teller\":3,\"account\":5,\"amount\":1}".getBytes(StandardCharsets.US_ASCII);
        DefaultFullHttpRequest request = new DefaultFullHttpRequest(
                HttpVersion.HTTP_1_1, HttpMethod.POST, "/v1/transactions", Unpooled.wrappedBuffer(body));
        request.headers()
                .set("Content-Type", "application/json")
                .set("Content-Length", body.length)
                .set("Idempotency-Key", TransactionKey.uuidV7(1, 2, 3).toString());
        channel.writeInbound(request);
        return new WeakReference<>(request.headers());
    }

    private int answered() {
        DefaultFullHttpResponse answer = channel.readOutbound();
        assertThat(answer).isNotNull();
        int status = answer.status().code();
        answer.release();
        return status;
    }

    /** A thousand idle connections would hold a thousand heads, of kilobytes each. */
    @Test
    void anIdleConnectionHoldsNothingOfItsLastRequest() throws IOException {
        connect(channel.eventLoop());
        WeakReference<HttpHeaders> head = send();
        assertThat(answered()).as("the bank is closed").isEqualTo(503);
        for (int i = 0; i < COLLECTIONS_MAX && head.get() != null; i++) {
            System.gc();
        }
        assertThat(head.get()).isNull();
        assertThat(channel.isOpen()).isTrue();
    }

    /** Its client would wait for ever, or take the next answer for this one's. */
    @Test
    void anAnswerThatCannotBeWrittenEndsTheConnection() throws IOException {
        TransactionRoute.OfConnection connection = connect(channel.eventLoop());
        assertThatThrownBy(() -> connection.answered(BROKEN)).isInstanceOf(RuntimeException.class);
        assertThat(channel.isOpen()).isFalse();
    }

    /** The bank may have taken it, and would answer it a second time. */
    @Test
    void aRequestThatCouldNotBeHandedOverEndsTheConnection() throws Exception {
        DefaultEventExecutor ended = new DefaultEventExecutor();
        ended.shutdownGracefully(0, 0, TimeUnit.SECONDS).sync();
        connect(ended);
        send();
        assertThat(answered()).isEqualTo(500);
        assertThat(channel.isOpen()).isFalse();
    }
}
