package org.debitcredit.chart;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** The style sheet that every page and every separate chart file contains. */
final class StyleSheet {

    /** It contains no {@code <}, {@code >} or {@code &}, which HTML and XML read differently inside a style element. */
    static final String TEXT = read();

    private StyleSheet() {}

    private static String read() {
        try (InputStream sheet = StyleSheet.class.getResourceAsStream("style.css")) {
            return new String(Objects.requireNonNull(sheet, "style.css").readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
