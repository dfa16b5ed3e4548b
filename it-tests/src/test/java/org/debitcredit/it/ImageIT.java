package org.debitcredit.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.debitcredit.transaction.Transaction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * The image that {@code config/image/build.sh} makes, unpacked and run without a container engine, as an ordinary user
 * on a root file system that is read-only. The time from a kill until it is ready is printed; with 10 million accounts:
 * {@code -Dbank.it.image-branches=1000}.
 */
@EnabledOnOs(value = OS.LINUX, disabledReason = "containers are a part of Linux")
class ImageIT {

    private static final Path IMAGE = Artifacts.root().resolve("bank-server/target/bank-image.tar");
    private static final int BRANCHES = Integer.getInteger("bank.it.image-branches", 2);
    private static final Duration SOON = Duration.ofSeconds(120);

    @TempDir
    Path folder;

    private Optional<ImageContainer> running = Optional.empty();

    @AfterEach
    void end() {
        running.ifPresent(ImageContainer::close);
    }

    @Test
    void itRunsAsAnotherUserOnAReadOnlyRootAndIsReadyAgainAfterAKill() throws IOException {
        assume(Files.exists(IMAGE), "there is no " + IMAGE + "; config/image/build.sh makes it");
        assume(CommandRun.of("id", "-u").stdout().strip().equals("0"), "only root can run a container here");
        for (String tool : List.of("skopeo", "umoci", "crun")) {
            String failure = CommandRun.failure(tool, "--version");
            assume(failure.isEmpty(), failure);
        }
        Path data = Files.createDirectory(folder.resolve("data"));
        Files.setPosixFilePermissions(data, PosixFilePermissions.fromString("rwx------"));
        Files.setAttribute(data, "unix:uid", ImageContainer.USER);
        ImageContainer image = ImageContainer.unpack(IMAGE, data, folder);

        ImageContainer founding = image.run("found", "--data", "/data", "--branches", Integer.toString(BRANCHES));
        running = Optional.of(founding);
        assertThat(founding.awaitEnd(SOON)).as(founding.output()).isZero();

        ImageContainer first = serve(image);
        JsonNode ready = awaitReady(first);
        assertThat(first.user()).isEqualTo(ImageContainer.USER);
        assertThat(first.mapped()).contains("/opt/bank/classes.aot");
        assertThat(CommandRun.failure(ImageContainer.CRUN, "exec", first.name(), "sh", "-c", "echo >/opt/bank/file"))
                .contains("Read-only file system");
        RestBank rest = RestBank.on(ready.required("httpPort").intValue());
        assertThat(rest.execute(Sent.of(Transaction.deposit(1, 1, 100))))
                .extracting("balanceMinor")
                .isEqualTo(100L);
        rest.takeSnapshot();
        long killed = System.nanoTime();
        first.signal("KILL");
        first.awaitEnd(SOON);

        ImageContainer second = serve(image);
        JsonNode again = awaitReady(second);
        System.out.printf(
                "image: ready %d ms after the kill, %d branches%n",
                Duration.ofNanos(System.nanoTime() - killed).toMillis(), BRANCHES);
        assertThat(RestBank.on(again.required("httpPort").intValue()).balance("accounts", 1))
                .isEqualTo(100);
        second.signal("TERM");
        assertThat(second.awaitEnd(SOON)).as(second.output()).isEqualTo(TestedServer.ENDED_BY_SIGTERM);
    }

    private ImageContainer serve(ImageContainer image) throws IOException {
        ImageContainer server =
                image.run("serve", "--data", "/data", "--ledger", "memory", "--port", "0", "--grpc-port", "0");
        running = Optional.of(server);
        return server;
    }

    /** What it prints when it is ready. */
    private static JsonNode awaitReady(ImageContainer server) {
        await().atMost(SOON)
                .pollInterval(Duration.ofMillis(10))
                .until(() -> !server.isAlive() || server.output().contains("{\"ready\""));
        return JsonText.parse(server.output()
                .lines()
                .filter(line -> line.startsWith("{\"ready\""))
                .findFirst()
                .orElseThrow(() -> new AssertionError(server.output())));
    }

    private static void assume(boolean holds, String reason) {
        if (!holds) {
            System.out.println("skipped: the image, because " + reason);
        }
        assumeTrue(holds, reason);
    }
}
