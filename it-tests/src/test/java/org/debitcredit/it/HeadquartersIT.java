package org.debitcredit.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.debitcredit.transaction.TransactionKey;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two regions, and headquarters that closes two business days: one before a region is killed, and one after it is back.
 * The days end at the same moments as elsewhere, in zones that are 36 hours apart, so that they are two.
 */
class HeadquartersIT {

    private static final Duration KNOWN_MAX = Duration.ofSeconds(90);
    private static final long TILL = 3;
    private static final long ACCOUNT = 5;

    @RegisterExtension
    static final Servers SERVERS = new Servers();

    @TempDir
    private Path folder;

    private final Random random = new Random(26);

    @Test
    @EnabledIfSystemProperty(named = "bank.it.all", matches = "true", disabledReason = Thorough.REASON)
    void itClosesEachDayWithoutADifferenceAcrossAKilledRegion() throws IOException {
        RegionServers regions =
                new RegionServers(SERVERS, List.of(folder.resolve("region-0"), folder.resolve("region-1")));
        regions.start(List.of(0, 1));
        regions.awaitPartners();
        RestBank first = regions.rest(0);
        RestBank second = regions.rest(1);
        deposit(first, 500, "");
        deposit(first, 900, ",\"region\":1");
        deposit(second, 70, ",\"region\":0");
        UUID takenBack = deposit(second, 33, ",\"region\":0");
        reverse(second, takenBack, 33);
        regions.awaitSettled();
        Instant cut = nextSecond();
        // These are decided after the cut, and belong to the next day.
        deposit(first, 8, ",\"region\":1");
        deposit(second, 8, "");

        CommandRun run = headquarters(regions, cut, ZoneOffset.ofHours(-18));
        assertThat(run.exitCode()).as(run.toString()).isZero();
        JsonNode day = HeadquartersOnce.lastDay(run.json());
        assertThat(day.required("difference").longValue()).isZero();
        assertThat(run.json().required("regions").intValue()).isEqualTo(2);
        assertThat(run.json().required("invariantsHold").booleanValue()).isTrue();
        assertThat(day.required("tills").longValue()).isEqualTo(500 + 900 + 70);
        assertThat(day.required("customers").longValue()).isEqualTo(500 + 900 + 70);
        assertThat(sums(day, 0)).containsExactly(1_400L, 570L, 900L, 70L, 1L, 1L, 1L + 2);
        assertThat(sums(day, 1)).containsExactly(70L, 900L, 70L, 900L, 0L, 3L, 1L);
        assertThat(Files.readString(Path.of(run.json().required("page").asText())))
                .contains(day.required("day").asText() + " balances");
        Path file = folder.resolve("headquarters/days/" + day.required("day").asText() + ".json");
        byte[] closed = Files.readAllBytes(file);

        regions.server(1).kill9();
        deposit(first, 1_000, ",\"region\":1");
        regions.start(List.of(1));
        regions.awaitPartners();
        second = regions.rest(1);
        deposit(second, 60, "");
        regions.awaitSettled();
        CommandRun later = headquarters(regions, nextSecond(), ZoneOffset.ofHours(18));
        assertThat(later.exitCode()).as(later.toString()).isZero();
        JsonNode next = HeadquartersOnce.lastDay(later.json());
        assertThat(next.required("difference").longValue()).isZero();
        assertThat(next.required("tills").longValue()).isEqualTo(1_470 + 8 + 8 + 1_000 + 60);
        assertThat(later.json().required("inTransit").longValue()).isZero();
        assertThatItIs(first, next.required("regions").required(0));
        assertThatItIs(second, next.required("regions").required(1));
        assertThat(Files.readAllBytes(file)).isEqualTo(closed);
    }

    private UUID newKey() {
        return TransactionKey.uuidV7(System.currentTimeMillis(), random.nextLong(), random.nextLong());
    }

    private static String original(long amount, String region) {
        return "{\"type\":\"deposit\",\"teller\":" + TILL + ",\"account\":" + ACCOUNT + ",\"amount\":" + amount + region
                + "}";
    }

    private UUID deposit(RestBank at, long amount, String region) throws IOException {
        UUID key = newKey();
        await().atMost(KNOWN_MAX).until(() -> {
            int status = at.post(key.toString(), original(amount, region)).status();
            return status == 200 || status == 202;
        });
        return key;
    }

    private void reverse(RestBank at, UUID key, long amount) throws IOException {
        String reversal = newKey().toString();
        String body = "{\"originalKey\":\"" + key + "\",\"original\":" + original(amount, ",\"region\":0") + "}";
        await().atMost(KNOWN_MAX)
                .until(() -> at.post("/v1/reversals", reversal, body).status() == 200);
    }

    /** Waits until a second begins. */
    private static Instant nextSecond() {
        Instant next = Instant.now().truncatedTo(ChronoUnit.SECONDS).plusSeconds(1);
        await().pollInterval(Duration.ofMillis(20)).until(() -> !Instant.now().isBefore(next));
        return next;
    }

    private CommandRun headquarters(RegionServers regions, Instant cut, ZoneOffset zone) {
        return HeadquartersOnce.of(regions, folder.resolve("headquarters"), cut, zone);
    }

    private static List<Long> sums(JsonNode day, int region) {
        JsonNode json = day.required("regions").required(region);
        List<Long> sums = new ArrayList<>();
        for (String field : List.of("tills", "customers", "dueFrom", "network", "local", "acquired", "issued")) {
            sums.add(json.required(field).longValue());
        }
        return sums;
    }

    /** The bank's own totals, while nothing is posted. */
    private static void assertThatItIs(RestBank region, JsonNode sums) throws IOException {
        RestTotals totals = region.totals();
        assertThat(sums.required("position").longValue()).isEqualTo(totals.position());
        assertThat(sums.required("customers").longValue()
                        + sums.required("dueFrom").longValue())
                .isEqualTo(totals.accounts());
        assertThat(sums.required("tills").longValue() + sums.required("network").longValue())
                .isEqualTo(totals.tellers());
    }
}
