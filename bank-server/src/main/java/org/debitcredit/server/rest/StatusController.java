package org.debitcredit.server.rest;

import io.netty.channel.Channel;
import io.netty.util.concurrent.EventExecutor;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.debitcredit.server.answer.Reason;
import org.debitcredit.server.loop.RequestGateway;
import org.debitcredit.server.security.Access;
import org.debitcredit.server.security.StreamAccess;
import org.debitcredit.server.status.StatusSampler;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpRequestDecorator;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * Shows what the service does: one report, or one per second as server-sent events.
 *
 * <p>A stream has no limit of idle time, because an answer is under way. Other things are limited: the number of
 * streams, in all and per client; the duration of a stream, after which a browser asks again, with its token; its
 * credentials, because it ends when they are no longer valid; and what
 * waits for a slow reader, because reports are left out while its connection is not writable. A connection that takes
 * nothing for {@code bank.network.send-max} is closed.
 */
@RestController
final class StatusController {

    private static final Duration STREAM_MAX = Duration.ofHours(1);
    private static final byte[] FIELD = "data: ".getBytes(StandardCharsets.UTF_8);
    private static final byte[] END = "\n\n".getBytes(StandardCharsets.UTF_8);

    private final StatusSampler sampler;
    private final RequestGateway gateway;
    private final OpenStreams streams;

    StatusController(StatusSampler sampler, RequestGateway gateway, OpenStreams streams) {
        this.sampler = sampler;
        this.gateway = gateway;
        this.streams = streams;
    }

    @GetMapping(path = "/v1/status", produces = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<byte[]> status() {
        return ResponseEntity.ok()
                .contentType(MediaType.APPLICATION_JSON)
                .cacheControl(CacheControl.noStore())
                .body(sampler.latest());
    }

    @GetMapping(path = StatusSampler.STREAM_PATH, produces = MediaType.TEXT_EVENT_STREAM_VALUE)
    Mono<Void> stream(ServerWebExchange exchange) {
        Access.Granted viewer = HttpClient.of(exchange);
        InetSocketAddress from = exchange.getRequest().getRemoteAddress();
        OpenStreams.Viewer client = OpenStreams.viewer(viewer.client(), from == null ? null : from.getAddress());
        if (!streams.begin(client)) {
            return Problem.of(Reason.BUSY, "too many streams are open; close a browser tab that shows the console")
                    .write(exchange);
        }
        return write(exchange).doFinally(ended -> streams.end(client));
    }

    /** Everything but the report itself happens on the connection's event loop. */
    private Mono<Void> write(ServerWebExchange exchange) {
        ServerHttpResponse response = exchange.getResponse();
        HttpHeaders headers = response.getHeaders();
        headers.setContentType(MediaType.TEXT_EVENT_STREAM);
        headers.setCacheControl(CacheControl.noStore());
        Channel channel = channel(exchange.getRequest());
        StreamAccess access = HttpClient.access(exchange);
        EventExecutor loop = gateway.loop();
        Scheduler scheduler = Schedulers.fromExecutorService(loop);
        Flux<DataBuffer> events = sampler.reports()
                .publishOn(scheduler, 1)
                .takeWhile(report -> access.ended() == null)
                .filter(report -> channel.isWritable())
                .map(report -> event(response, report));
        return response.writeAndFlushWith(events.take(STREAM_MAX, scheduler).map(Mono::just));
    }

    private static Channel channel(ServerHttpRequest request) {
        return HttpClient.channel(ServerHttpRequestDecorator.getNativeRequest(request));
    }

    private static DataBuffer event(ServerHttpResponse response, byte[] report) {
        return response.bufferFactory()
                .allocateBuffer(FIELD.length + report.length + END.length)
                .write(FIELD)
                .write(report)
                .write(END);
    }
}
