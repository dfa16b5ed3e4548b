package org.debitcredit.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.debitcredit.transaction.Transaction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * The server calls nobody: traps stand where its proxies are said to be, and where there is {@code strace} it also
 * looks at every connection. The trap is tested by putting Chronicle's analytics back. The product guards against them
 * twice: they are not in its jar, and were they there, they are switched off before Chronicle's first class; the trap
 * springs only once both guards are undone.
 */
class PhonesHomeToNobodyIT {

    @RegisterExtension
    static final Servers SERVERS = new Servers();

    private final Trap socks = new Trap();
    private final Trap http = new Trap();

    @TempDir
    Path folder;

    @AfterEach
    void closeTraps() {
        socks.close();
        http.close();
    }

    @Test
    void aServerThatStartsWorksAndStopsCallsNobody() throws IOException {
        ServerCommand command = ServerCommand.over(folder.resolve("data")).jvm(Trap.options(socks, http));
        Path trace = folder.resolve("trace");
        String hindrance = CallTrace.hindrance(folder);
        if (hindrance.isEmpty()) {
            command.under(CallTrace.command(trace));
        } else {
            System.out.println("without a look at the system calls: " + hindrance);
        }
        work(SERVERS.ready(command));
        assertThat(socks.caught()).isEmpty();
        assertThat(http.caught()).isEmpty();
        if (hindrance.isEmpty()) {
            assertThat(CallTrace.outward(ended(trace))).isEmpty();
        }
    }

    @Test
    @EnabledIfSystemProperty(named = "bank.it.all", matches = "true", disabledReason = Thorough.REASON)
    void evenWithTheAnalyticsOnItsClassPathTheServerCallsNobody() throws IOException {
        work(SERVERS.ready(withAnalytics("org.debitcredit.server.command.BankCommand")));
        assertThat(socks.caught()).isEmpty();
        assertThat(http.caught()).isEmpty();
    }

    @Test
    @EnabledIfSystemProperty(named = "bank.it.all", matches = "true", disabledReason = Thorough.REASON)
    void theTrapSpringsWhereTheAnalyticsAreOnAndTheTraceSeesIt() throws IOException {
        ServerCommand command = withAnalytics(SwitchUndone.class.getName());
        Path trace = folder.resolve("trace");
        String hindrance = CallTrace.hindrance(folder);
        if (hindrance.isEmpty()) {
            command.under(CallTrace.command(trace));
        }
        TestedServer server = SERVERS.start(command);
        await().atMost(Duration.ofSeconds(60))
                .failFast("the server ended", () -> !server.isAlive())
                .until(() -> !http.caught().isEmpty() || !socks.caught().isEmpty());
        server.kill9();
        if (hindrance.isEmpty()) {
            assertThat(ended(trace))
                    .anyMatch(call -> call.contains("htons(" + http.port() + ")")
                            || call.contains("htons(" + socks.port() + ")"));
        }
    }

    /** The server's jar with the analytics after its libraries, started by a main class. */
    private ServerCommand withAnalytics(String mainClass) throws IOException {
        String file = SwitchUndone.class.getName().replace('.', '/') + ".class";
        Path copy = folder.resolve("main").resolve(file);
        Files.createDirectories(folder.resolve("main").resolve("org/debitcredit/it"));
        try (InputStream original = SwitchUndone.class.getResourceAsStream("/" + file)) {
            Files.copy(Objects.requireNonNull(original), copy);
        }
        return ServerCommand.over(folder.resolve("data"))
                .jvm(Trap.options(socks, http))
                .jvm("-Duser.home=" + folder)
                .jvm(chronicleOptions())
                .program(PreparedServer.program(mainClass, analytics(), folder.resolve("main"))
                        .toArray(String[]::new));
    }

    private static Path analytics() throws IOException {
        try (Stream<Path> jars = Files.list(Artifacts.analytics())) {
            return jars.findFirst().orElseThrow();
        }
    }

    private static void work(TestedServer server) throws IOException {
        server.rest().execute(Sent.of(Transaction.deposit(1, 1, 100)));
        server.rest().get("/actuator/prometheus");
        try (GrpcBank grpc = server.grpc()) {
            grpc.execute(Sent.of(Transaction.transfer(1, 1, 2, 50)));
        }
        assertThat(server.rest().totals().holds()).isTrue();
        assertThat(server.terminate()).isEqualTo(TestedServer.ENDED_BY_SIGTERM);
    }

    /** The trace, once the tracer has written the end of its process. */
    private static List<String> ended(Path trace) {
        return await().atMost(Duration.ofSeconds(20))
                .until(
                        () -> Files.readAllLines(trace),
                        lines -> !lines.isEmpty() && lines.get(lines.size() - 1).contains("+++"));
    }

    /** What the jar's manifest gives the server, and no {@code -cp} does: as this JVM has it. */
    private static String[] chronicleOptions() {
        return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(argument -> argument.startsWith("--add-") || argument.startsWith("--enable-native"))
                .toArray(String[]::new);
    }
}
