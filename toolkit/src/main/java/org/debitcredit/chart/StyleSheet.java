package org.debitcredit.chart;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Objects;

/** The style sheet that every page and every separate chart file contains. */
final class StyleSheet {

    /** It contains no {@code <}, {@code >} or {@code &}, which HTML and XML read differently inside a style element. */
    static final String TEXT = read();

    /** Allows a page this style sheet, and nothing else. */
    static final String POLICY =
            "default-src 'none'; style-src 'sha256-" + digest() + "'; base-uri 'none'; form-action 'none'";

    private StyleSheet() {}

    private static String digest() {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(TEXT.getBytes(StandardCharsets.UTF_8));
            return Base64.getEncoder().encodeToString(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String read() {
        try (InputStream sheet = StyleSheet.class.getResourceAsStream("style.css")) {
            return new String(Objects.requireNonNull(sheet, "style.css").readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
