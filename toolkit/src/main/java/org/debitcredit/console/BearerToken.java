package org.debitcredit.console;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The bearer token with which a command authenticates itself to a service. It comes from the file of the option
 * {@code --token-file}, or else from the environment variable BANK_TOKEN, so that it does not appear in process lists.
 *
 * <p>It is for a service that the user has named. A command must not send it to a server that it starts itself.
 */
public final class BearerToken {

    private static final String VARIABLE = "BANK_TOKEN";
    private static final Pattern WORD = Pattern.compile("[!-~]+");

    private BearerToken() {}

    /**
     * Reads the token.
     *
     * @param file of {@code --token-file}; null to take the environment variable
     * @return null without a file, if the variable is not set or is blank
     * @throws IllegalArgumentException if the file cannot be read or is empty, or if the token is not one word; the
     *     message does not contain the token
     */
    public static @Nullable String of(@Nullable Path file) {
        return of(file, System.getenv(VARIABLE));
    }

    static @Nullable String of(@Nullable Path file, @Nullable String variable) {
        if (file != null) {
            return inFile(file);
        }
        if (variable == null || variable.isBlank()) {
            return null;
        }
        String token = variable.strip();
        if (!WORD.matcher(token).matches()) {
            throw new IllegalArgumentException("the environment variable " + VARIABLE
                    + " does not hold a token, which is one word of visible ASCII characters; correct it, or give a "
                    + "--token-file");
        }
        return token;
    }

    private static String inFile(Path file) {
        String token;
        try {
            token = Files.readString(file, StandardCharsets.ISO_8859_1).strip();
        } catch (NoSuchFileException e) {
            throw refused(file, "which does not exist", e);
        } catch (IOException e) {
            throw refused(file, "which cannot be read (" + FailureText.of(e) + ")", e);
        }
        if (token.isEmpty()) {
            throw refused(file, "which is empty", null);
        }
        if (!WORD.matcher(token).matches()) {
            throw refused(file, "which does not hold one word of visible ASCII characters", null);
        }
        if (FileModes.isWritableByOthers(file)) {
            System.err.println(
                    "bank: --token-file is '" + file + "', which its group or others may write; run chmod go-w on it");
        }
        return token;
    }

    private static IllegalArgumentException refused(Path file, String why, @Nullable IOException cause) {
        return new IllegalArgumentException(
                "--token-file is '" + file + "', " + why + "; give a file that holds a bearer token", cause);
    }
}
