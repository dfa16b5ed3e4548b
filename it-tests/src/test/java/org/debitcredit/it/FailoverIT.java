package org.debitcredit.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Random;
import org.debitcredit.ledger.sql.SqlDatabase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * A PostgreSQL dies for good under load, and another takes its place on another port, from a copy that is older: as a
 * standby that did not have everything. The service finds it by the second host of its URL, and continues.
 */
class FailoverIT {

    private static final int ACKNOWLEDGED = 1_000;
    private static final long MILLIS_MAX = 60_000;

    @RegisterExtension
    static final Servers SERVERS = new Servers();

    @Test
    @SuppressWarnings("try") // both work by being open
    void theServiceGoesOnAtTheOtherHostAndNothingIsLost(@TempDir Path folder) throws Exception {
        try (KillablePostgres first = new KillablePostgres(folder.resolve("first"));
                ClientSuccessFile file = new ClientSuccessFile(folder.resolve("success"))) {
            SqlDatabase database = first.create();
            Path standby = folder.resolve("standby");
            int standbyPort = KillablePostgres.freePort();
            String url = database.url()
                    .replaceFirst("(localhost):(\\d+)", "$1:$2,$1:" + standbyPort)
                    .concat("&targetServerType=primary");
            TestedServer service = SERVERS.ready(ServerCommand.over(folder.resolve("data"))
                    .option("--ledger", url)
                    .property("bank.database.user", database.user())
                    .property("bank.database.outage-max", "60s")
                    .property("bank.request-timeout", "60s"));
            RestartCheck check = new RestartCheck(file);
            KillablePostgres second;
            try (ClientLoad load = ClientLoad.start(service, file, new Random(7))) {
                await(file, ACKNOWLEDGED);
                first.kill9();
                copy(folder.resolve("first"), standby);
                first.restart();
                await(file, 2 * ACKNOWLEDGED);
                first.kill9();
                second = KillablePostgres.over(standby, standbyPort);
                await(file, file.acknowledged() + ACKNOWLEDGED);
            }
            try (second) {
                System.out.println("failover: " + check.judge(service));
                assertThat(service.terminate()).isEqualTo(TestedServer.ENDED_BY_SIGTERM);
            }
        }
    }

    private static void await(ClientSuccessFile file, long acknowledged) throws InterruptedException {
        assertThat(file.awaitAcknowledged(acknowledged, MILLIS_MAX))
                .as("the bank answers")
                .isTrue();
    }

    /** The processes of a server just killed may still remove files of theirs. */
    private static void copy(Path from, Path to) throws IOException {
        Files.walkFileTree(from, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes)
                    throws IOException {
                Path copy = Files.createDirectories(to.resolve(from.relativize(directory)));
                Files.setPosixFilePermissions(copy, Files.getPosixFilePermissions(directory));
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path source, BasicFileAttributes attributes) throws IOException {
                if (attributes.isRegularFile() && Files.exists(source)) {
                    Files.copy(source, to.resolve(from.relativize(source)));
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path source, IOException gone) {
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
