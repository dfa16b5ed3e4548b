package org.debitcredit.settings;

import java.util.Locale;

/** How the journal is kept on its medium. The documents are the same, so a bank can change from one to the other. */
public enum JournalKind {
    /** Chronicle Queue: mapped files, a new one for each epoch. */
    CHRONICLE,
    /** Segments that are overwritten in a circle. */
    FILE;

    /** Parses a name from the configuration. */
    public static JournalKind parse(String name) {
        for (JournalKind kind : values()) {
            if (kind.toString().equals(name)) {
                return kind;
            }
        }
        throw new IllegalArgumentException("journal is '" + name + "'; it must be chronicle or file");
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
