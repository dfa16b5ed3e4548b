package org.debitcredit.server.answer;

import java.util.UUID;
import java.util.regex.Pattern;
import org.debitcredit.transaction.TransactionKey;

/** Reads client-made keys. */
public final class IdempotencyKeyParser {

    /** {@link UUID#fromString} alone also accepts shorter groups. */
    private static final Pattern UUID_TEXT =
            Pattern.compile("[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}");

    private IdempotencyKeyParser() {}

    /** The key of a UUID's 36 characters; throws {@link Malformed}. */
    public static TransactionKey parse(long client, String text) {
        if (!UUID_TEXT.matcher(text).matches()) {
            throw new Malformed(
                    Reason.MALFORMED_KEY,
                    "the key is '" + Detail.shown(text)
                            + "'; it must be a UUID of 36 characters, such as 0198c0de-1234-7abc-8def-0123456789ab");
        }
        return TransactionKey.of(client, UUID.fromString(text));
    }

    /** The key of a money transaction, from a header's value, bare or in double quotes; throws {@link Malformed}. */
    public static TransactionKey parseHeader(long client, String value) {
        boolean quoted = value.length() >= 2 && value.startsWith("\"") && value.endsWith("\"");
        return requireTime(parse(client, quoted ? value.substring(1, value.length() - 1) : value));
    }

    /** The key itself, for a money transaction to be executed under it; throws {@link Malformed} without a time. */
    public static TransactionKey requireTime(TransactionKey key) {
        if (!key.hasTime()) {
            throw new Malformed(Reason.KEY_WITHOUT_TIME, Detail.keyWithoutTime(key.uuid()));
        }
        return key;
    }
}
