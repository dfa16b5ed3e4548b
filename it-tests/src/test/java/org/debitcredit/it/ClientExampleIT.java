package org.debitcredit.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.debitcredit.wire.v1.BalanceKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The example of {@code docs/client.md} is this class's neighbour, and works. */
class ClientExampleIT {

    private static final long TELLER = 3;
    private static final long ACCOUNT = 1_009_001;

    @RegisterExtension
    static final SharedServer SERVER = new SharedServer();

    @Test
    void theExampleDepositsWhatItSays() {
        long deposited = ClientExample.deposit("127.0.0.1", SERVER.process().grpcPort(), TELLER, ACCOUNT);
        try (GrpcBank grpc = SERVER.process().grpc()) {
            assertThat(grpc.balance(BalanceKind.BALANCE_KIND_ACCOUNT, ACCOUNT)).isEqualTo(deposited);
        }
    }

    @Test
    void theDocumentShowsIt() throws IOException {
        String source = Files.readString(Path.of("src/test/java/org/debitcredit/it/ClientExample.java"));
        String example = source.substring(source.indexOf("// begin of the example\n") + 24)
                .strip();
        assertThat(Files.readString(Artifacts.root().resolve("docs/client.md"))).contains(example);
    }
}
