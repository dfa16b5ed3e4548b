package org.debitcredit.server.settings;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A database's password, given as it is or as the first line of a file. */
public final class Password {

    private Password() {}

    /**
     * @param prefix of both properties, for messages
     * @throws IllegalArgumentException if both are given
     */
    public static void requireOne(String prefix, String password, @Nullable Path file) {
        if (!password.isEmpty() && file != null) {
            throw new IllegalArgumentException(
                    prefix + ".password and " + prefix + ".password-file are both given. Give only one of them");
        }
    }

    /**
     * @param fileSetting the setting that names the file, for a message
     * @throws ConfigurationRefused if the file cannot be read
     */
    public static String read(String fileSetting, String password, @Nullable Path file) {
        if (file == null) {
            return password;
        }
        try {
            return Files.readString(file).lines().findFirst().orElse("");
        } catch (IOException e) {
            throw new ConfigurationRefused(fileSetting, file, "cannot be read", e);
        }
    }
}
