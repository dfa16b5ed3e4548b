package org.debitcredit.terminal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file that holds a bearer token and nothing else, so that the token shows in no process list. */
final class TokenFile {

    private TokenFile() {}

    static String read(Path file) {
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
