package org.debitcredit.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * A mirror whose disk fills under load is lost, and the bank continues on one copy; then the other medium is lost
 * permanently.
 */
@EnabledIfSystemProperty(named = "bank.it.all", matches = "true", disabledReason = Thorough.REASON)
class MirrorIT {

    private static final long FREE_BYTES = 1 << 20;

    @RegisterExtension
    static final Servers SERVERS = new Servers();

    @TempDir
    Path folder;

    private ServerCommand mirrored(Path data, Path mirror) {
        return ServerCommand.over(data)
                .option("--ledger", "memory")
                .option("--mirror", mirror)
                // The keys of the default window would not fit the small disk.
                .property("bank.key-window", 20_000)
                .property("bank.journal.mirror.on-loss", "degrade");
    }

    @Test
    void aMirrorThatIsLostUnderLoadLosesNothingAndIsWrittenAnewAtTheNextStart() throws IOException {
        Path data = folder.resolve("data");
        Path repaired = folder.resolve("repaired-mirror");
        try (SmallDisk disk = SmallDisk.mount(folder, "48m");
                ClientSuccessFile file = new ClientSuccessFile(folder.resolve("success"))) {
            Path mirror = disk.path().resolve("mirror");
            TestedServer server = SERVERS.start(mirrored(data, mirror)).awaitReady();
            assertThat(server.rest().get("/actuator/health").text()).doesNotContain("lostCopy");
            disk.leaveFree(FREE_BYTES);
            workUntilTheMirrorIsLost(server, file);
            assertThat(server.rest().get("/actuator/health").text())
                    .contains("\"mirror\":\"lost\"")
                    .contains(mirror.toString());
            assertThat(server.rest().get("/actuator/prometheus").text()).contains("bank_mirror_lost 1.0");
            assertThat(server.log()).contains("runs on the other alone");
            server.kill9();

            Folders.copy(mirror, repaired);
            TestedServer again = SERVERS.start(mirrored(data, repaired)).awaitReady();
            assertThat(again.log()).contains("was rewritten").contains("journal-aside-");
            System.out.println("mirror lost: " + new RestartCheck(file).judge(again));
            again.kill9();

            Folders.delete(data);
            TestedServer refused = SERVERS.start(mirrored(repaired, data));
            String refusal = RefusesToStartIT.refusal(refused, 1);
            assertThat(refusal).contains(repaired.toString());
            Matcher number = Pattern.compile("--accept-lone-copy (\\d+) ").matcher(refusal);
            assertThat(number.find()).as(refusal).isTrue();
            TestedServer fromMirror = SERVERS.start(
                            mirrored(repaired, data).option("--accept-lone-copy", number.group(1)))
                    .awaitReady();
            System.out.println("other medium lost: " + new RestartCheck(file).judge(fromMirror));
        }
    }

    private static void workUntilTheMirrorIsLost(TestedServer server, ClientSuccessFile file) {
        RestBank rest = server.rest();
        ClientLoad load = ClientLoad.startSmall(server, file, new Random());
        try {
            await().atMost(Duration.ofSeconds(60))
                    .pollInterval(Duration.ofMillis(100))
                    .until(() -> rest.get("/actuator/health").text().contains("lostCopy"));
            long then = file.acknowledged();
            await().atMost(Duration.ofSeconds(30)).until(() -> file.acknowledged() > then + 100);
        } finally {
            load.close();
        }
    }
}
