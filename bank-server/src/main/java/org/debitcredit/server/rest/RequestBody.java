package org.debitcredit.server.rest;

import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/**
 * The whole body of a request. Every request is read to its end before it is worked on, because until then its time is
 * limited (bank.network.request-max), and the connection is closed at the limit.
 */
final class RequestBody {

    static final int BYTES_MAX = 4_096;

    private RequestBody() {}

    static Mono<byte[]> of(ServerWebExchange exchange) {
        return DataBufferUtils.join(exchange.getRequest().getBody(), BYTES_MAX)
                .map(RequestBody::bytes)
                .defaultIfEmpty(new byte[0]);
    }

    private static byte[] bytes(DataBuffer buffer) {
        byte[] bytes = new byte[buffer.readableByteCount()];
        buffer.read(bytes);
        DataBufferUtils.release(buffer);
        return bytes;
    }
}
