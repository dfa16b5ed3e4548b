package org.debitcredit.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.debitcredit.transaction.Transaction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Plain {@code java -jar bank-server.jar}, without one option for the JVM, on JDK 25, and on this JDK where there is no
 * JDK 25 or with {@code -Dbank.it.all=true}. JDK 25 is the one of {@code -Dbank.it.java25=HOME}, of the environment's
 * {@code JAVA25_HOME} or {@code JAVA_HOME_25_X64}, or one in {@code /usr/lib/jvm}.
 */
class JarRunsEverywhereIT {

    @RegisterExtension
    static final Servers SERVERS = new Servers();

    @TempDir
    Path folder;

    @Test
    void theJarServesOnThisJdk() throws IOException {
        assumeTrue(Thorough.isAll() || java25().isEmpty(), Thorough.REASON);
        serves(Artifacts.java());
    }

    @Test
    void theJarServesOnJdk25() throws IOException {
        Optional<Path> java = java25();
        if (java.isEmpty()) {
            System.out.println("skipped: there is no JDK 25 here; -Dbank.it.java25=HOME names one");
        }
        assumeTrue(java.isPresent(), "there is no JDK 25 here");
        TestedServer server = serves(java.orElseThrow());
        // A library below Chronicle still calls sun.misc.Unsafe, which JDK 25 warns of and no manifest can allow.
        assertThat(server.log().lines().filter(line -> line.startsWith("WARNING:")))
                .as("nothing is said of access that the manifest must grant")
                .allMatch(line -> line.contains("Unsafe") || line.contains("terminally deprecated"));
    }

    private TestedServer serves(Path java) throws IOException {
        TestedServer server =
                SERVERS.ready(ServerCommand.plain(folder.resolve("data")).java(java));
        assertThat(server.rest().execute(Sent.of(Transaction.deposit(1, 1, 100))))
                .extracting("balanceMinor")
                .isEqualTo(100L);
        try (GrpcBank grpc = server.grpc()) {
            assertThat(grpc.totals().getHolds()).isTrue();
        }
        assertThat(server.terminate()).isEqualTo(TestedServer.ENDED_BY_SIGTERM);
        return server;
    }

    private static Optional<Path> java25() throws IOException {
        return Stream.of(
                        home(System.getProperty("bank.it.java25")),
                        home(System.getenv("JAVA25_HOME")),
                        home(System.getenv("JAVA_HOME_25_X64")),
                        installed())
                .flatMap(Optional::stream)
                .findFirst();
    }

    private static Optional<Path> home(@Nullable String home) {
        return Optional.ofNullable(home).map(folder -> java(Path.of(folder))).filter(Files::isExecutable);
    }

    private static Optional<Path> installed() throws IOException {
        Path folder = Path.of("/usr/lib/jvm");
        if (!Files.isDirectory(folder)) {
            return Optional.empty();
        }
        try (Stream<Path> homes = Files.list(folder)) {
            return homes.filter(home -> home.getFileName().toString().matches(".*\\b25\\b.*"))
                    .map(JarRunsEverywhereIT::java)
                    .filter(Files::isExecutable)
                    .findFirst();
        }
    }

    private static Path java(Path home) {
        return home.resolve("bin").resolve("java");
    }
}
