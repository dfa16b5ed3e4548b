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

    /**
     * The key of a transaction that may have been executed; null for a new one. Throws {@link
     * org.debitcredit.server.answer.Malformed}.
     */
    @Nullable
    UUID given() {
        String given = key;
        return given == null
                ? null
                : IdempotencyKeyParser.requireTime(IdempotencyKeyParser.parse(0, given))
                        .uuid();
    }
}
