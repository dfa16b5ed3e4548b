package org.debitcredit.terminal.tpcc;

import java.nio.file.Path;
import org.debitcredit.console.BearerToken;
import org.debitcredit.console.GrpcAddress;
import org.debitcredit.terminal.console.WrongUsage;
import org.debitcredit.terminal.tpcc.run.TpccClient;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options by which every command finds its server. */
final class ServerOptions {

    @Option(
            names = "--url",
            paramLabel = "HOST:PORT",
            description =
                    "gRPC port of a running server (./bank tpcc serve). Without this option run and sweep start one.")
    private @Nullable String url;

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description =
                    "File with the bearer token, where the server at --url needs one. It needs the role terminal to "
                            + "run, and operator to load and to check. Without this option the token is taken from the "
                            + "environment variable BANK_TOKEN, if it is set.")
    private @Nullable Path tokenFile;

    @Option(
            names = "--json",
            description = "Print one JSON object as the last line of stdout, and everything else to stderr. That of a "
                    + "command that could not do its work has only 'passed', which is false, and 'error'.")
    private boolean isJson;

    /** Whether a server was named. */
    boolean hasUrl() {
        return url != null;
    }

    boolean isJson() {
        return isJson;
    }

    /** Refuses a token for a server that is started here. */
    void requireNoTokenOfOwn() {
        if (url == null && tokenFile != null) {
            throw new WrongUsage("--token-file is given without --url, but the server that this command starts is sent "
                    + "no token. Leave --token-file out, or give --url");
        }
    }

    /** Connects to the server that was named. */
    TpccClient connect() {
        if (url == null) {
            throw new WrongUsage("--url is not given; it must be the host and gRPC port of a server");
        }
        String named = url;
        return WrongUsage.unless(() -> new TpccClient(GrpcAddress.parse("--url", named), BearerToken.of(tokenFile)));
    }
}
