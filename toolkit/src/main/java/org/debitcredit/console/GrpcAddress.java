package org.debitcredit.console;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where a gRPC service listens.
 *
 * @param host name or address; an IPv6 address is in brackets
 */
public record GrpcAddress(String host, int port) {

    private static final Pattern HTTP = Pattern.compile("(?i)https?://.*");
    private static final Pattern FORM = Pattern.compile("(\\[[0-9a-fA-F:.]+]|[^:\\[\\]/\\s]+):(\\d{1,5})");
    private static final int PORT_MAX = 65_535;

    /**
     * Reads HOST:PORT.
     *
     * @param name of what the text is, such as {@code --url}, for the message
     * @throws IllegalArgumentException if the text is something else; the message names it and says what is right
     */
    public static GrpcAddress parse(String name, String text) {
        if (HTTP.matcher(text).matches()) {
            throw new IllegalArgumentException(name + " is '" + text
                    + "', which is an HTTP URL; give the host and gRPC port, such as 127.0.0.1:9090");
        }
        Matcher parts = FORM.matcher(text);
        if (!parts.matches()) {
            throw new IllegalArgumentException(name + " is '" + text
                    + "'; it must be the host and gRPC port of a service, such as 127.0.0.1:9090 or [::1]:9090");
        }
        int port = Integer.parseInt(parts.group(2));
        if (port < 1 || port > PORT_MAX) {
            throw new IllegalArgumentException(name + " is '" + text + "'; its port must be 1 to " + PORT_MAX);
        }
        return new GrpcAddress(parts.group(1), port);
    }

    /** HOST:PORT. */
    @Override
    public String toString() {
        return host + ":" + port;
    }
}
