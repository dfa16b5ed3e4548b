package org.debitcredit.server.answer;

import java.util.UUID;
import org.debitcredit.transaction.TransactionKey;

/** Reads client-made keys. */
public final class IdempotencyKeyParser {

    private static final String FORM = "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx";

    private IdempotencyKeyParser() {}

    /** The key of a UUID's 36 characters; throws {@link Malformed}. */
    public static TransactionKey parse(long client, String text) {
        if (!isUuid(text)) {
            throw new Malformed(
                    Reason.MALFORMED_KEY,
                    "the key is '" + Detail.shown(text)
                            + "'; it must be a UUID of 36 characters, such as 0198c0de-1234-7abc-8def-0123456789ab");
        }
        return TransactionKey.of(client, UUID.fromString(text));
    }

    /** {@link UUID#fromString} alone also accepts other lengths of the groups. */
    private static boolean isUuid(String text) {
        if (text.length() != FORM.length()) {
            return false;
        }
        for (int at = 0; at < FORM.length(); at++) {
            char letter = text.charAt(at);
            if (FORM.charAt(at) == '-' ? letter != '-' : !isHexadecimal(letter)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isHexadecimal(char letter) {
        return letter >= '0' && letter <= '9' || letter >= 'a' && letter <= 'f' || letter >= 'A' && letter <= 'F';
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
