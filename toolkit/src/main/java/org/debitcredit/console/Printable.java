package org.debitcredit.console;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Texts that others wrote, as they are shown on a terminal. */
public final class Printable {

    /** Control characters, which would change the screen, and those that change the direction of writing. */
    private static final Pattern CONTROL = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]");

    private Printable() {}

    /** The text, with a question mark for each character that would change the screen. */
    public static String of(String text) {
        return CONTROL.matcher(text).replaceAll("?");
    }

    /** The code of a refusal, and the description that a server gave, if it gave one. */
    public static String refusal(Enum<?> code, @Nullable String description) {
        return code + (description == null ? "" : ": " + of(description));
    }
}
