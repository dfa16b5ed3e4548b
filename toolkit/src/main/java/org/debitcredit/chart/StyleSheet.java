package org.debitcredit.chart;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** The one style sheet, which every page and every chart in a file of its own contains. */
final class StyleSheet {

    /** It has no {@code <}, {@code >} or {@code &}, which HTML and XML read differently inside a style element. */
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
