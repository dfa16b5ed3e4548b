package org.debitcredit.server.rest;

import java.util.List;
import org.debitcredit.server.answer.IdempotencyKeyParser;
import org.debitcredit.server.answer.Malformed;
import org.debitcredit.server.answer.Reason;
import org.debitcredit.transaction.TransactionKey;
import org.jspecify.annotations.Nullable;
import org.springframework.web.server.ServerWebExchange;

/** The header with the key of a request that changes something. */
final class KeyHeader {

    private static final String NAME = "Idempotency-Key";

    private KeyHeader() {}

    /** The key, in its client's scope; throws {@link Malformed}. */
    static TransactionKey of(ServerWebExchange exchange) {
        @Nullable List<String> values = exchange.getRequest().getHeaders().get(NAME);
        if (values == null || values.isEmpty()) {
            throw new Malformed(
                    Reason.MISSING_KEY,
                    "header " + NAME
                            + " is missing; it must hold a UUIDv7, which distinguishes a repeated request from a new "
                            + "one");
        }
        if (values.size() > 1) {
            throw new Malformed(Reason.MALFORMED_KEY, "header " + NAME + " is given " + values.size() + " times");
        }
        return IdempotencyKeyParser.parseHeader(HttpClient.of(exchange).client(), values.get(0));
    }
}
