package org.debitcredit.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.debitcredit.transaction.Transaction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * The image that {@code config/image/build.sh} makes, unpacked and run without a container engine, as an ordinary user
 * on a root file system that is read-only. The time from a kill until it is ready is printed; with 10 million accounts
 * and five kills: {@code -Dbank.it.image-branches=1000 -Dbank.it.image-kills=5}.
 */
@EnabledOnOs(value = OS.LINUX, disabledReason = "containers are a part of Linux")
class ImageIT {

    private static final Path IMAGE = Artifacts.root().resolve("bank-server/target/bank-image.tar");
    private static final int BRANCHES = Integer.getInteger("bank.it.image-branches", 2);
    private static final int KILLS = Integer.getInteger("bank.it.image-kills", 1);
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
        RestBank bank = awaitReady(first);
        assertThat(first.user()).isEqualTo(ImageContainer.USER);
        assertThat(first.mapped()).contains("/opt/bank/classes.aot");
        assertThat(CommandRun.failure(ImageContainer.CRUN, "exec", first.name(), "sh", "-c", "echo >/opt/bank/file"))
                .contains("Read-only file system");

        ImageContainer server = first;
        long[] millis = new long[KILLS];
        for (int kill = 0; kill < KILLS; kill++) {
            assertThat(bank.execute(Sent.of(Transaction.deposit(1, 1, 100))))
                    .extracting("balanceMinor")
                    .isEqualTo(100L * (kill + 1));
            bank.takeSnapshot();
            long killed = System.nanoTime();
            server.signal("KILL");
            server.awaitEnd(SOON);

            server = serve(image);
            bank = awaitReady(server);
            millis[kill] = Duration.ofNanos(System.nanoTime() - killed).toMillis();
            assertThat(bank.balance("accounts", 1)).isEqualTo(100L * (kill + 1));
            // A server writes its log from a queue, perhaps after it is ready.
            System.out.printf(
                    "image: ready %d ms after the kill; %s%n",
                    millis[kill],
                    server.output()
                            .lines()
                            .filter(line -> line.contains("this start took"))
                            .map(line -> line.substring(line.indexOf("this start took")))
                            .collect(Collectors.joining()));
        }
        Arrays.sort(millis);
        System.out.printf(
                "image: %d branches, ready %d ms after the kill, the median of %d%n",
                BRANCHES, millis[KILLS / 2], KILLS);
        server.signal("TERM");
        assertThat(server.awaitEnd(SOON)).as(server.output()).isEqualTo(TestedServer.ENDED_BY_SIGTERM);
    }

    private ImageContainer serve(ImageContainer image) throws IOException {
        ImageContainer server =
                image.run("serve", "--data", "/data", "--ledger", "memory", "--port", "0", "--grpc-port", "0");
        running = Optional.of(server);
        return server;
    }

    /** The bank of a server, as soon as it is ready. */
    private static RestBank awaitReady(ImageContainer server) {
        return RestBank.on(server.awaitReady(SOON).required("httpPort").intValue());
    }

    private static void assume(boolean holds, String reason) {
        if (!holds) {
            System.out.println("skipped: the image, because " + reason);
        }
        assumeTrue(holds, reason);
    }
}
