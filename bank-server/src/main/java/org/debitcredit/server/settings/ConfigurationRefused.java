package org.debitcredit.server.settings;

import java.io.IOException;
import java.nio.file.Path;
import org.debitcredit.console.FailureText;

/** The configuration would not do what it says, or names a file that cannot be used, so the server does not start. */
public final class ConfigurationRefused extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    public ConfigurationRefused(String message) {
        super(message);
    }

    /**
     * Refuses a setting that names a file. The message names both, because the message of the cause may name neither.
     */
    public ConfigurationRefused(String setting, Path file, String problem, IOException cause) {
        super(setting + " is '" + file + "', which " + problem + ": " + reason(file, cause), cause);
    }

    private static String reason(Path file, IOException cause) {
        String text = FailureText.of(cause);
        String place = "cannot use " + file + ": ";
        return text.startsWith(place) ? text.substring(place.length()) : text;
    }
}
