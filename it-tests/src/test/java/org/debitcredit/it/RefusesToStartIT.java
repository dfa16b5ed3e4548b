package org.debitcredit.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.debitcredit.transaction.Transaction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * A server that cannot or must not start says why in one line, and does no harm to the one that runs. In the build once
 * for each exit code: {@code CommandTest} tries the other reasons in its own process.
 */
class RefusesToStartIT {

    @RegisterExtension
    static final SharedServer RUNNING = new SharedServer();

    @RegisterExtension
    static final Servers SERVERS = new Servers();

    @TempDir
    Path folder;

    @Test
    @EnabledIfSystemProperty(named = "bank.it.all", matches = "true", disabledReason = Thorough.REASON)
    void aTakenHttpPortIsNamed() {
        int port = RUNNING.process().httpPort();
        assertThat(refusal(ServerCommand.over(folder).option("--port", port), 1))
                .contains(Integer.toString(port))
                .contains("server.port");
    }

    @Test
    @EnabledIfSystemProperty(named = "bank.it.all", matches = "true", disabledReason = Thorough.REASON)
    void aTakenGrpcPortIsNamed() {
        int port = RUNNING.process().grpcPort();
        assertThat(refusal(ServerCommand.over(folder).option("--grpc-port", port), 1))
                .contains(Integer.toString(port))
                .contains("spring.grpc.server.port");
    }

    @Test
    void aDataDirectoryInUseIsRefusedAndItsServerWorksOn() throws IOException {
        assertThat(refusal(ServerCommand.over(RUNNING.data()), 1))
                .contains(RUNNING.data().toString())
                .contains("in use by another server");
        assertThat(RUNNING.process().rest().execute(Sent.of(Transaction.deposit(1, 950, 1))))
                .extracting("balanceMinor")
                .isEqualTo(1L);
    }

    @Test
    @EnabledIfSystemProperty(named = "bank.it.all", matches = "true", disabledReason = Thorough.REASON)
    void aDataDirectoryThatCannotBeMadeIsNamed() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "not a directory");
        assertThat(refusal(ServerCommand.over(file.resolve("data")), 1)).contains(file.toString());
    }

    @Test
    void anAddressBeyondLoopbackIsRefusedWithoutSecurity() {
        assertThat(refusal(ServerCommand.over(folder).option("--address", "0.0.0.0"), 2))
                .contains("0.0.0.0")
                .contains("bank.security.tokens");
    }

    /** The one line of a server that refuses to start. */
    static String refusal(TestedServer server, int exitCode) {
        assertThat(server.awaitExit()).as(server.story()).isEqualTo(exitCode);
        List<String> lines =
                server.log().lines().filter(line -> !line.isBlank()).toList();
        assertThat(lines)
                .as(server.story())
                .noneMatch(line -> line.startsWith("\tat "))
                .noneMatch(line -> line.contains(" ERROR "));
        List<String> refusals =
                lines.stream().filter(line -> line.startsWith("bank: ")).toList();
        assertThat(refusals).as(server.story()).hasSize(1);
        return refusals.get(0);
    }

    private static String refusal(ServerCommand command, int exitCode) {
        return refusal(SERVERS.start(command), exitCode);
    }
}
