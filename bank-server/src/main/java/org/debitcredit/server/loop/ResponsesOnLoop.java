package org.debitcredit.server.loop;

import io.netty.util.concurrent.EventExecutor;
import org.reactivestreams.Publisher;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.http.server.reactive.ServerHttpResponseDecorator;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * Has every response written on its connection's event loop. The actuator answers on threads of its own, and a response
 * that Reactor Netty 1.3 is given by another thread leaves the connection unread, now and then, so that the next but one
 * request on it is never answered.
 */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE)
final class ResponsesOnLoop implements WebFilter {

    private final LoopReturn loops;

    ResponsesOnLoop(LoopReturn loops) {
        this.loops = loops;
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        EventExecutor loop = loops.lane().loop();
        return chain.filter(exchange.mutate()
                .response(new OnLoop(exchange.getResponse(), loop))
                .build());
    }

    private static final class OnLoop extends ServerHttpResponseDecorator {

        private final EventExecutor loop;

        private OnLoop(ServerHttpResponse response, EventExecutor loop) {
            super(response);
            this.loop = loop;
        }

        @Override
        public Mono<Void> writeWith(Publisher<? extends DataBuffer> body) {
            return onLoop(super.writeWith(body));
        }

        @Override
        public Mono<Void> writeAndFlushWith(Publisher<? extends Publisher<? extends DataBuffer>> body) {
            return onLoop(super.writeAndFlushWith(body));
        }

        @Override
        public Mono<Void> setComplete() {
            return onLoop(super.setComplete());
        }

        private Mono<Void> onLoop(Mono<Void> write) {
            if (loop.inEventLoop()) {
                return write;
            }
            Scheduler scheduler = Schedulers.fromExecutor(loop);
            return write.subscribeOn(scheduler);
        }
    }
}
