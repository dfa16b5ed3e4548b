package org.debitcredit.terminal.tpcc.run;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Where a server listens. */
public record ServerAddress(String host, int port) {

    private static final Pattern FORM = Pattern.compile("(\\[[0-9a-fA-F:]+]|[^:\\[\\]/]+):(\\d{1,5})");
    private static final int PORT_MAX = 65_535;

    /**
     * Reads HOST:PORT.
     *
     * @throws IllegalArgumentException when it is something else
     */
    public static ServerAddress parse(String text) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches() || Integer.parseInt(matcher.group(2)) > PORT_MAX) {
            throw new IllegalArgumentException(
                    "--url is '" + text + "'; it must be the host and gRPC port of a server, such as 127.0.0.1:9190");
        }
        return new ServerAddress(matcher.group(1), Integer.parseInt(matcher.group(2)));
    }

    @Override
    public String toString() {
        return host + ":" + port;
    }
}
