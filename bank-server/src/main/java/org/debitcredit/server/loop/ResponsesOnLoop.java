package org.debitcredit.server.loop;

import io.netty.util.concurrent.EventExecutor;
import org.reactivestreams.Publisher;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.http.server.reactive.ServerHttpResponseDecorator;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * Writes every response on its connection's event loop. The actuator answers on its own threads. If another thread
 * writes a response, Reactor Netty 1.3 sometimes leaves the connection unread, so that the next but one request on it
 * is never answered. Failures are moved to the loop too, because their handler writes to the response without the
 * filters.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
public final class ResponsesOnLoop implements WebFilter {

    private final RequestGateway gateway;

    ResponsesOnLoop(RequestGateway gateway) {
        this.gateway = gateway;
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        EventExecutor loop = gateway.loop();
        return chain.filter(exchange.mutate()
                        .response(new OnLoop(exchange.getResponse(), loop))
                        .build())
                .onErrorResume(failure -> on(loop, Mono.error(failure)));
    }

    private static Mono<Void> on(EventExecutor loop, Mono<Void> work) {
        if (loop.inEventLoop()) {
            return work;
        }
        Scheduler scheduler = Schedulers.fromExecutor(loop);
        return work.subscribeOn(scheduler);
    }

    private static final class OnLoop extends ServerHttpResponseDecorator {

        private final EventExecutor loop;

        private OnLoop(ServerHttpResponse response, EventExecutor loop) {
            super(response);
            this.loop = loop;
        }

        @Override
        public Mono<Void> writeWith(Publisher<? extends DataBuffer> body) {
            return on(loop, super.writeWith(body));
        }

        @Override
        public Mono<Void> writeAndFlushWith(Publisher<? extends Publisher<? extends DataBuffer>> body) {
            return on(loop, super.writeAndFlushWith(body));
        }

        @Override
        public Mono<Void> setComplete() {
            return on(loop, super.setComplete());
        }
    }
}
