package org.debitcredit.server.command.client;

import java.util.UUID;
import org.debitcredit.server.answer.IdempotencyKeyParser;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The key under which a transaction is sent. */
final class KeyOption {

    @Option(
            names = "--key",
            paramLabel = "KEY",
            description = "Send under this key, to repeat a transaction whose outcome is unknown (default: a new key).")
    private @Nullable String key;

    /** The given key, or a new one; throws {@link org.debitcredit.server.answer.Malformed}. */
    UUID orNew() {
        String given = key;
        return given == null
                ? NewKey.now()
                : IdempotencyKeyParser.requireTime(IdempotencyKeyParser.parse(0, given))
                        .uuid();
    }
}
