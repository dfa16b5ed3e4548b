package org.debitcredit.server.rest;

import static org.debitcredit.server.rest.JsonBody.once;
import static org.debitcredit.server.rest.JsonBody.require;

import org.debitcredit.server.answer.Detail;
import org.debitcredit.server.answer.IdempotencyKeyParser;
import org.debitcredit.server.answer.Malformed;
import org.debitcredit.transaction.Reversal;
import org.debitcredit.transaction.TransactionKey;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;

/** The fields of a reversal, as {@link JsonBody} reads them. */
final class ReversalBody {

    private final long client;
    private @Nullable TransactionKey originalKey;
    private TransactionBody.@Nullable Requested original;
    private @Nullable Long performed;

    /**
     * A reversal as a client asks for it.
     *
     * @param region of the original's account; null for this one
     */
    record Requested(Reversal reversal, @Nullable Integer region) {}

    private ReversalBody(long client) {
        this.client = client;
    }

    /**
     * The reversal of a body; throws {@link Malformed}.
     *
     * @param key of the reversal
     */
    static Requested parse(byte[] body, TransactionKey key) {
        ReversalBody fields = new ReversalBody(key.client());
        JsonBody.read(body, fields::readField);
        TransactionBody.Requested original = require("original", fields.original);
        Reversal reversal = new Reversal(
                require("originalKey", fields.originalKey),
                original.transaction(),
                fields.performed == null ? 0 : fields.performed);
        String wrong = reversal.malformed(key);
        if (wrong != null) {
            throw new Malformed(wrong);
        }
        return new Requested(reversal, original.region());
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
