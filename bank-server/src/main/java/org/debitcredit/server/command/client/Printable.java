package org.debitcredit.server.command.client;

import java.util.regex.Pattern;

/** Texts that others wrote, as they are shown on a terminal. */
final class Printable {

    /** Control characters, which would change the screen, and those that change the direction of writing. */
    private static final Pattern CONTROL = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]");

    private Printable() {}

    static String of(String text) {
        return CONTROL.matcher(text).replaceAll("?");
    }
}
