package org.debitcredit.server.rest;

import static org.debitcredit.server.rest.JsonBody.once;
import static org.debitcredit.server.rest.JsonBody.require;

import org.debitcredit.server.answer.Detail;
import org.debitcredit.server.answer.IdempotencyKeyParser;
import org.debitcredit.server.answer.Malformed;
import org.debitcredit.transaction.Reversal;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.transaction.TransactionKey;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;

/** The fields of a reversal, as {@link JsonBody} reads them. */
final class ReversalBody {

    private final long client;
    private @Nullable TransactionKey originalKey;
    private @Nullable Transaction original;
    private @Nullable Long performed;

    private ReversalBody(long client) {
        this.client = client;
    }

    /**
     * The reversal of a body; throws {@link Malformed}.
     *
     * @param key of the reversal
     */
    static Reversal parse(byte[] body, TransactionKey key) {
        ReversalBody fields = new ReversalBody(key.client());
        JsonBody.read(body, fields::readField);
        Reversal reversal = new Reversal(
                require("originalKey", fields.originalKey),
                require("original", fields.original),
                fields.performed == null ? 0 : fields.performed);
        String wrong = reversal.malformed(key);
        if (wrong != null) {
            throw new Malformed(wrong);
        }
        return reversal;
    }

    private void readField(String name, JsonParser json) {
        switch (name) {
            case "originalKey" -> originalKey = once(name, originalKey, parseKey(JsonBody.requireString(name, json)));
            case "original" -> original = once(name, original, TransactionBody.parse(name, json));
            case "performed" -> performed = once(name, performed, JsonBody.readMoney(name, json));
            default ->
                throw new Malformed("field '" + Detail.shown(name)
                        + "' is unknown; the fields are originalKey, original, performed");
        }
    }

    private TransactionKey parseKey(String text) {
        try {
            return IdempotencyKeyParser.parse(client, text);
        } catch (Malformed wrong) {
            throw wrong.ofOriginalKey();
        }
    }
}
