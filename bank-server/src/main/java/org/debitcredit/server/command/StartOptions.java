package org.debitcredit.server.command;

import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that {@code serve} and {@code doctor} share. Each sets a property of the configuration. */
final class StartOptions {

    @Option(
            names = "--preset",
            paramLabel = "NAME",
            description = "Rule set: gray2005 or tpca (default: as the bank was founded; gray2005 for a new bank).")
    private @Nullable String preset;

    @Option(
            names = "--branches",
            paramLabel = "N",
            description = "Number of branches (default: as the bank was founded; 10 for a new bank).")
    private @Nullable Integer branches;

    @Option(names = "--port", paramLabel = "N", description = "HTTP port; 0 chooses a free one (default: 8080).")
    private @Nullable Integer port;

    @Option(names = "--grpc-port", paramLabel = "N", description = "gRPC port; 0 chooses a free one (default: 9090).")
    private @Nullable Integer grpcPort;

    @Option(names = "--address", paramLabel = "ADDRESS", description = "Address of both ports (default: 127.0.0.1).")
    private @Nullable String address;

    /** Adds what is given as properties. */
    void addTo(List<String> arguments) {
        BankOptions.add(arguments, "bank.preset", preset);
        BankOptions.add(arguments, "bank.branches", branches);
        BankOptions.add(arguments, "server.port", port);
        BankOptions.add(arguments, "spring.grpc.server.port", grpcPort);
        BankOptions.add(arguments, "server.address", address);
        BankOptions.add(arguments, "spring.grpc.server.address", address);
    }
}
