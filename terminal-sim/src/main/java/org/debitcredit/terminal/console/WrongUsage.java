package org.debitcredit.terminal.console;

import java.util.function.Supplier;

/** Options that do not go together or are out of range; the message names the value and what would be right. */
public final class WrongUsage extends RuntimeException {

    public WrongUsage(String message) {
        super(message);
    }

    /** Makes a value of what a person has typed, whose constructor checks it. */
    public static <T> T unless(Supplier<T> valid) {
        try {
            return valid.get();
        } catch (IllegalArgumentException wrong) {
            throw new WrongUsage(String.valueOf(wrong.getMessage()));
        }
    }
}
