package org.debitcredit.server.settings;

/** The configuration would not do what it says, so the server does not start. */
public final class ConfigurationRefused extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public ConfigurationRefused(String message) {
        super(message);
    }
}
