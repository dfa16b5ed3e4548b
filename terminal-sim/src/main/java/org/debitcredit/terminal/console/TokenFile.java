package org.debitcredit.terminal.console;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file with nothing but a bearer token, so that the token does not appear in process lists. */
public final class TokenFile {

    private TokenFile() {}

    /**
     * Reads the token.
     *
     * @throws IllegalArgumentException if the file is empty or cannot be read
     */
    public static String read(Path file) {
        try {
            String token = Files.readString(file).strip();
            if (token.isEmpty()) {
                throw new IllegalArgumentException("token file '" + file + "' is empty; it must hold the token");
            }
            return token;
        } catch (IOException unreadable) {
            throw new IllegalArgumentException("token file '" + file + "' cannot be read: " + unreadable, unreadable);
        }
    }
}
