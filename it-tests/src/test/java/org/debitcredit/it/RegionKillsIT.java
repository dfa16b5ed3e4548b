package org.debitcredit.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.debitcredit.audit.BankAudit;
import org.debitcredit.event.Progress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three regions, of which one or two are killed under load, or the power of one is cut. After each time: nothing is in
 * transit, the sums of each region are equal, every answer was given for a transaction that is executed once, in both
 * regions, and headquarters can explain a day that ended just before. Not in the build, where {@code RegionsTest} and
 * the simulator play regions in process:
 *
 * <pre>
 *   ./mvnw -pl it-tests -am verify -Dskip.unit.tests -Dit.test=RegionKillsIT \
 *       -Dbank.it.region-kills=50 -Dbank.it.region-powercuts=10
 * </pre>
 */
class RegionKillsIT {

    private static final int REGIONS = 3;
    private static final int ANSWERS_MIN = 100;
    private static final int ANSWERS_SPREAD = 600;
    private static final Duration ANSWERS_MAX = Duration.ofSeconds(60);
    private static final int LATER_MICROS_MAX = 20_000;
    private static final int AWAY_MILLIS_MAX = 3_000;
    private static final long DISK_BYTES = 3L << 30;

    @RegisterExtension
    static final Servers SERVERS = new Servers();

    @TempDir
    Path folder;

    private final long seed = Long.getLong("bank.it.seed", System.nanoTime());
    private final Random random = new Random(seed);

    /** When the latest kill or power cut began. */
    private Instant cut = Instant.EPOCH;

    @Test
    @EnabledIfSystemProperty(
            named = "bank.it.region-kills",
            matches = "[1-9]\\d*",
            disabledReason = "takes minutes: -Dbank.it.region-kills=50")
    void nothingIsLostOrInTransitAfterKills() throws Exception {
        int kills = Integer.getInteger("bank.it.region-kills");
        List<Path> data = IntStream.range(0, REGIONS)
                .mapToObj(region -> folder.resolve("region-" + region))
                .toList();
        play("kill", kills, SERVERS, data, (regions, round) -> {
            List<Integer> killed = some(1 + round % 2);
            CompletableFuture.allOf(killed.stream()
                            .map(region -> later(regions.server(region)::kill9))
                            .toArray(CompletableFuture[]::new))
                    .join();
            if (round % 3 == 0) {
                // The others go on without them for a while.
                later(random.nextInt(AWAY_MILLIS_MAX), TimeUnit.MILLISECONDS, () -> {})
                        .join();
            }
            regions.start(killed);
            return killed.toString();
        });
    }

    @Test
    @EnabledIfSystemProperty(
            named = "bank.it.region-powercuts",
            matches = "[1-9]\\d*",
            disabledReason = "takes minutes: -Dbank.it.region-powercuts=10")
    void nothingIsLostOrInTransitAfterPowerCuts() throws Exception {
        int cuts = Integer.getInteger("bank.it.region-powercuts");
        List<PowerCutDisk> disks = new ArrayList<>();
        try (Servers servers = SERVERS.endedBefore()) {
            for (int region = 0; region < REGIONS; region++) {
                disks.add(PowerCutDisk.make(Files.createDirectory(folder.resolve("disk-" + region)), DISK_BYTES));
            }
            List<Path> data =
                    disks.stream().map(disk -> disk.path().resolve("data")).toList();
            play("power cut", cuts, servers, data, (regions, round) -> {
                int region = random.nextInt(REGIONS);
                TestedServer server = regions.server(region);
                later(server::pause).join();
                disks.get(region).cutPower();
                server.kill9();
                disks.get(region).powerOn();
                assertThat(BankAudit.of(data.get(region), Progress.NONE).firstFault())
                        .isNull();
                regions.start(List.of(region));
                return "[" + region + "]";
            });
        } finally {
            disks.forEach(PowerCutDisk::close);
        }
    }

    /** What happens to regions in a round, until all of them serve again; tells which ones. */
    private interface Event {
        String happen(RegionServers regions, int round) throws IOException;
    }

    private void play(String name, int rounds, Servers servers, List<Path> data, Event event) throws Exception {
        System.out.println(name + "s of regions " + rounds + ", seed " + seed);
        RegionServers regions = new RegionServers(servers, data);
        try (RegionTerminals terminals = new RegionTerminals(regions, seed)) {
            regions.start(some(REGIONS));
            regions.awaitPartners();
            for (int round = 1; round <= rounds; round++) {
                int number = round;
                terminals.workDuring(round, () -> {
                    long enough = terminals.answered() + ANSWERS_MIN + random.nextInt(ANSWERS_SPREAD);
                    awaitUntil(() -> terminals.answered() > 0);
                    Instant answered = Instant.now();
                    // Days end at a full second, and this one must have a transaction.
                    awaitUntil(
                            () -> terminals.answered() >= enough && fullSecond().isAfter(answered));
                    cut = fullSecond();
                    String which = event.happen(regions, number);
                    System.out.println(name + " " + number + ": region " + which + ", " + terminals.summary());
                });
                check(regions, terminals);
                checkHeadquarters(regions, round);
            }
            for (int region = 0; region < REGIONS; region++) {
                assertThat(regions.server(region).terminate()).isEqualTo(TestedServer.ENDED_BY_SIGTERM);
                assertThat(BankAudit.of(data.get(region), Progress.NONE).firstFault())
                        .isNull();
            }
        } catch (AssertionError | Exception e) {
            throw new AssertionError("with -Dbank.it.seed=" + seed + ": " + e.getMessage(), e);
        }
    }

    private static void awaitUntil(Callable<Boolean> condition) {
        Awaitility.await()
                .atMost(ANSWERS_MAX)
                .pollInterval(Duration.ofMillis(5))
                .until(condition);
    }

    private static Instant fullSecond() {
        return Instant.now().truncatedTo(ChronoUnit.SECONDS);
    }

    private static void check(RegionServers regions, RegionTerminals terminals) throws IOException {
        regions.awaitPartners();
        regions.awaitSettled();
        for (int region = 0; region < REGIONS; region++) {
            assertThat(regions.rest(region).totals().holds())
                    .as("sums of region " + region)
                    .isTrue();
        }
        regions.assertThatCorrespondentsAgree();
        terminals.assertThatEverythingIsThere();
    }

    /** Closes the day that ended when it happened. Nothing was known of the regions before. */
    private void checkHeadquarters(RegionServers regions, int round) {
        CommandRun run = HeadquartersOnce.of(regions, folder.resolve("headquarters-" + round), cut, ZoneOffset.UTC);
        assertThat(run.exitCode()).as(run.toString()).isZero();
        JsonNode day = HeadquartersOnce.lastDay(run.json());
        System.out.println("headquarters: " + day.required("inTransit") + " in transit when the day ended");
        assertThat(day.required("regions")).hasSize(REGIONS);
        assertThat(day.required("customers").longValue()).isNotZero();
        assertThat(day.required("difference").longValue()).as(run.toString()).isZero();
        assertThat(run.json().required("inTransit").longValue()).isZero();
        assertThat(run.json().required("invariantsHold").booleanValue()).isTrue();
    }

    private List<Integer> some(int count) {
        List<Integer> all = new ArrayList<>(IntStream.range(0, REGIONS).boxed().toList());
        Collections.shuffle(all, random);
        return all.subList(0, count);
    }

    private CompletableFuture<Void> later(Runnable action) {
        return later(random.nextInt(LATER_MICROS_MAX), TimeUnit.MICROSECONDS, action);
    }

    private static CompletableFuture<Void> later(int delay, TimeUnit unit, Runnable action) {
        return CompletableFuture.runAsync(action, CompletableFuture.delayedExecutor(delay, unit));
    }
}
