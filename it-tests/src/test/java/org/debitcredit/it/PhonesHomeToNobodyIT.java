package org.debitcredit.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.debitcredit.transaction.Transaction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * The server calls nobody: traps stand where its proxies are said to be, and where there is {@code strace} it also looks
 * at every connection. The trap is tested by Chronicle's analytics, which the product leaves out of its class path and,
 * were they there, switches off before Chronicle's first class; so the trap springs only in a JVM of its own.
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
    void evenWithTheAnalyticsOnItsClassPathTheServerCallsNobody() throws IOException {
        ServerCommand command = ServerCommand.over(folder.resolve("data"))
                .jvm(Trap.options(socks, http))
                .jvm("-Duser.home=" + folder, "-Dloader.path=" + Artifacts.analytics())
                .jvm("-Dloader.main=org.debitcredit.server.BankCommand")
                .jvm(chronicleOptions())
                .program(
                        "-cp",
                        Artifacts.serverJar().toString(),
                        "org.springframework.boot.loader.launch.PropertiesLauncher",
                        "serve");
        work(SERVERS.ready(command));
        assertThat(socks.caught()).isEmpty();
        assertThat(http.caught()).isEmpty();
    }

    @Test
    void theTrapSpringsWhereTheAnalyticsAreOnAndTheTraceSeesIt() throws IOException {
        String hindrance = CallTrace.hindrance(folder);
        Path trace = folder.resolve("trace");
        List<String> line = new ArrayList<>(hindrance.isEmpty() ? CallTrace.command(trace) : List.of());
        line.add(Artifacts.java().toString());
        line.addAll(List.of(Trap.options(socks, http)));
        line.addAll(List.of(chronicleOptions()));
        line.addAll(List.of("-Duser.home=" + folder, "-cp", classPathWithAnalytics()));
        line.addAll(List.of(OpensAQueue.class.getName(), folder.resolve("queue").toString()));
        Process program = new ProcessBuilder(line)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("out").toFile())
                .start();
        try {
            await().atMost(Duration.ofSeconds(60))
                    .failFast("the program ended: see out", () -> !program.isAlive())
                    .until(() -> !http.caught().isEmpty() || !socks.caught().isEmpty());
        } finally {
            program.destroyForcibly();
        }
        if (hindrance.isEmpty()) {
            assertThat(ended(trace))
                    .anyMatch(call -> call.contains("htons(" + http.port() + ")")
                            || call.contains("htons(" + socks.port() + ")"));
        }
    }

    private static void work(ServerProcess server) throws IOException {
        server.rest().execute(Sent.of(Transaction.deposit(1, 1, 100)));
        server.rest().get("/actuator/prometheus");
        try (GrpcBank grpc = server.grpc()) {
            grpc.execute(Sent.of(Transaction.transfer(1, 1, 2, 50)));
        }
        assertThat(server.rest().totals().holds()).isTrue();
        assertThat(server.terminate()).isEqualTo(ServerProcess.ENDED_BY_SIGTERM);
    }

    /** The trace, once the tracer has written the end of its process. */
    private static List<String> ended(Path trace) {
        return await().atMost(Duration.ofSeconds(20))
                .until(
                        () -> Files.readAllLines(trace),
                        lines -> !lines.isEmpty() && lines.get(lines.size() - 1).contains("+++"));
    }

    private static String classPathWithAnalytics() throws IOException {
        String own = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        try (Stream<Path> jars = Files.list(Artifacts.analytics())) {
            return Stream.concat(Stream.of(own), jars.map(Path::toString))
                    .reduce((left, right) -> left + File.pathSeparator + right)
                    .orElseThrow();
        }
    }

    /** What the jar's manifest gives the server, and no {@code -cp} does: as this JVM has it. */
    private static String[] chronicleOptions() {
        return java.lang.management.ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(argument -> argument.startsWith("--add-") || argument.startsWith("--enable-native"))
                .toArray(String[]::new);
    }
}
