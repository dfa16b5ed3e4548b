package org.debitcredit.server.command.client;

import java.net.URI;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** Which service a command asks, and who asks. */
public final class ServiceOptions {

    @Option(
            names = "--url",
            paramLabel = "URL",
            scope = ScopeType.INHERIT,
            description = "The HTTP address of the service (default: http://127.0.0.1:8080).")
    private URI url = URI.create("http://127.0.0.1:8080");

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            scope = ScopeType.INHERIT,
            description = "A file with the client's bearer token. Without this option the token is taken from the "
                    + "environment variable BANK_TOKEN, if it is set.")
    private @Nullable Path tokenFile;

    /**
     * The service.
     *
     * @throws IllegalArgumentException if the URL is not an HTTP or HTTPS address with a host
     */
    public RunningServer server() {
        return new RunningServer(url, tokenFile);
    }
}
