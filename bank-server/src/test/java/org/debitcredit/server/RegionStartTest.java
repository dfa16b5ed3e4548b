package org.debitcredit.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.debitcredit.server.ProblemAssert.assertProblem;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.debitcredit.bank.Preset;
import org.debitcredit.region.Correspondents;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Starts of one of three regions, with and without the files that say what it was before. */
@Timeout(120)
class RegionStartTest {

    private static final Duration WAIT_MAX = Duration.ofSeconds(20);
    private static final UUID NOWHERE = new UUID(7, 7);

    @TempDir
    private Path folder;

    private final int[] ports = new int[3];

    RegionStartTest() throws IOException {
        for (int i = 0; i < ports.length; i++) {
            ports[i] = FixedPort.free();
        }
    }

    private Path data(int bank) {
        return folder.resolve("bank-" + bank);
    }

    private TestServer start(int bank, int number, int count, int... partners) {
        List<String> properties = new ArrayList<>(List.of(
                "bank.ledger=memory",
                "bank.branches=3",
                "spring.grpc.server.port=" + ports[bank],
                "bank.region.number=" + number,
                "bank.region.count=" + count,
                "bank.region.call-max=1s"));
        for (int i = 0; i < partners.length; i++) {
            properties.add("bank.region.partners[%d].number=%d".formatted(i, partners[i]));
            properties.add("bank.region.partners[%d].address=127.0.0.1:%d".formatted(i, ports[partners[i]]));
        }
        return TestServer.start(data(bank), List.of(), properties.toArray(String[]::new));
    }

    /** Starts the bank of region 0. */
    private TestServer open(int... partners) {
        TestServer server = start(0, 0, 3, partners);
        server.awaitOpen();
        return server;
    }

    private void assertRefused(int number, int count, String... why) {
        try (TestServer server = start(0, number, count, 1)) {
            assertThatThrownBy(server::awaitOpen).hasMessageContainingAll(why);
        }
    }

    private static String deposit(int region) {
        return "{\"type\":\"deposit\",\"teller\":3,\"account\":44,\"amount\":700,\"region\":%d}".formatted(region);
    }

    /** Pays in for region 1, which does not answer. */
    private void payIn() {
        try (TestServer server = open(1)) {
            assertThat(server.execute(deposit(1)).statusCode()).isEqualTo(202);
        }
    }

    private void assertInTransit() {
        try (TestServer server = open(1)) {
            await().atMost(WAIT_MAX)
                    .until(() -> server.get("/v1/regions").body(), shown -> shown.contains("\"inTransit\":700"));
        }
    }

    @Test
    void a_bank_stays_the_region_that_it_was() {
        payIn();
        assertRefused(2, 3, "bank.region.number is 2", "with 0", "Set bank.region.number to 0");
        assertRefused(0, 2, "bank.region.count is 2", "with 3", "Set bank.region.count to 3");
        assertInTransit();
    }

    @Test
    void a_region_does_not_become_a_bank_without_regions_nor_does_it_lose_a_partner() throws IOException {
        payIn();
        try (TestServer server = TestServer.start(data(0), List.of(), "bank.ledger=memory", "bank.branches=3")) {
            assertThatThrownBy(server::awaitOpen)
                    .hasMessageContainingAll("region 0 of 3", "Set bank.region.number to 0, bank.region.count to 3");
        }
        try (TestServer server = start(0, 0, 3, 2)) {
            assertThatThrownBy(server::awaitOpen)
                    .hasMessageContainingAll(
                            "bank.region.partners does not have region 1", "region-1.mark", "it need not answer");
        }
        Files.writeString(data(0).resolve("region-1.mark"), "x");
        try (TestServer server = start(0, 0, 3)) {
            assertThatThrownBy(server::awaitOpen)
                    .as("a damaged mark says nothing else")
                    .hasMessageContaining("bank.region.partners does not have region 1");
        }
        assertInTransit();
    }

    @Test
    void another_bank_does_not_take_the_place_of_a_partner_while_the_region_is_down() throws IOException {
        try (TestServer first = start(1, 1, 3, 0);
                TestServer server = open(1)) {
            first.awaitOpen();
            await().atMost(WAIT_MAX)
                    .until(
                            () -> server.get("/v1/regions").body(),
                            shown -> shown.contains("\"region\":1,\"away\":false"));
            assertThat(server.execute(deposit(1)).statusCode()).isEqualTo(200);
        }
        Files.move(data(1), folder.resolve("moved"));
        try (TestServer second = start(1, 1, 3, 0);
                TestServer server = open(1)) {
            second.awaitOpen();
            await().atMost(WAIT_MAX)
                    .until(() -> server.get("/v1/regions").body(), shown -> shown.contains("founded anew"));
            await().atMost(WAIT_MAX)
                    .until(
                            () -> second.get("/v1/regions").body(),
                            shown -> shown.contains("not the bank of any other region"));
            assertProblem(server.execute(withdrawal(1)), 503, "region-away");
            assertThat(second.get("/v1/accounts/44").body()).contains("\"balance\":0");
            assertThat(second.get("/v1/tellers/3").body())
                    .as("it has not executed the till's half of the first bank")
                    .contains("\"balance\":0");
        }
    }

    private static String withdrawal(int region) {
        return "{\"type\":\"withdrawal\",\"teller\":3,\"account\":44,\"amount\":1,\"region\":%d}".formatted(region);
    }

    @Test
    void without_the_files_a_bank_that_was_a_region_is_refused_until_an_operator_says_which() throws IOException {
        payIn();
        Path file = data(0).resolve("region");
        List<String> lines = Files.readAllLines(file);
        Files.delete(file);
        Files.delete(data(0).resolve("region-1.mark"));
        assertRefused(2, 3, "there is no file " + file, "first at position 1", "If it was region 2 of 3");
        assertThat(file).doesNotExist();

        Files.write(file, List.of(lines.get(0), "0", "3", "1,2"));
        assertRefused(2, 3, "Set bank.region.number to 0");
        assertInTransit();
    }

    /** The payment would never be settled, and later what is forgotten would be executed again. */
    @Test
    void a_partner_that_an_older_file_does_not_name_is_not_taken_for_a_new_one() throws IOException {
        open(2).close();
        Path file = data(0).resolve("region");
        List<String> before = Files.readAllLines(file);
        try (TestServer server = open(1, 2)) {
            assertThat(server.execute(deposit(1)).statusCode()).isEqualTo(202);
        }
        Files.write(file, before);
        Files.delete(data(0).resolve("region-1.mark"));
        try (TestServer server = open(1, 2)) {
            await().atMost(WAIT_MAX)
                    .until(() -> server.get("/v1/regions").body(), shown -> shown.contains("\"inTransit\":700"));
        }
    }

    @Test
    void a_bank_that_paid_to_a_correspondent_by_a_transfer_cannot_become_a_region() {
        long correspondent = new Correspondents(Preset.GRAY2005.scale(3), 3).dueFrom(1);
        try (TestServer server = TestServer.open(data(0), "bank.ledger=memory", "bank.branches=3")) {
            assertThat(server.execute("{\"type\":\"deposit\",\"teller\":3,\"account\":44,\"amount\":7}")
                            .statusCode())
                    .isEqualTo(200);
            assertThat(server.execute("{\"type\":\"transfer\",\"teller\":3,\"account\":44,\"target\":" + correspondent
                                    + ",\"amount\":7}")
                            .statusCode())
                    .isEqualTo(200);
        }
        assertRefused(0, 3, "an account that stands for one, first at position 2");
    }

    @Test
    void a_bank_that_used_another_teller_of_the_branch_of_correspondents_cannot_become_a_region() {
        try (TestServer server = TestServer.open(data(0), "bank.ledger=memory", "bank.branches=3")) {
            assertThat(server.execute("{\"type\":\"deposit\",\"teller\":2000009,\"account\":44,\"amount\":7}")
                            .statusCode())
                    .isEqualTo(200);
        }
        assertRefused(0, 3, "has used a teller in a branch that is reserved for regions", "first at position 1");
    }

    @Test
    void a_mark_for_the_configured_number_shows_that_it_is_another_regions() throws IOException {
        payIn();
        Path file = data(0).resolve("region");
        Files.delete(file);
        try (TestServer server = start(0, 1, 3, 0)) {
            assertThatThrownBy(server::awaitOpen)
                    .hasMessageContainingAll("bank.region.number is 1", "region 1 was a partner of this bank");
        }
        assertThat(file).doesNotExist();
        assertInTransit();
    }

    @Test
    void a_record_that_is_not_intact_is_refused() throws IOException {
        payIn();
        Files.writeString(data(0).resolve("region"), "0\n3\n");
        assertRefused(0, 3, "does not have four lines");
    }

    @Test
    void the_first_start_on_the_files_of_an_earlier_version_records_the_region() throws IOException {
        payIn();
        Path file = data(0).resolve("region");
        Files.delete(file);
        assertInTransit();
        assertThat(Files.readAllLines(file)).endsWith("0", "3", "1,2");
    }

    @Test
    void a_pair_that_cannot_be_continued_is_refused_and_the_others_go_on() throws IOException {
        payIn();
        String bank = bank();
        Files.writeString(
                data(0).resolve("region-2.mark"), "%s/%s/0/00000000\n-\n%d\n".formatted(bank, NOWHERE, Long.MIN_VALUE));
        try (TestServer other = start(1, 1, 3, 0);
                TestServer server = open(1, 2)) {
            other.awaitOpen();
            await().atMost(WAIT_MAX)
                    .until(() -> other.get("/v1/accounts/44").body(), shown -> shown.contains("\"balance\":700"));
            assertThat(server.get("/v1/regions").body())
                    .contains("\"region\":1,\"away\":false,")
                    .contains("\"region\":2,\"away\":true,\"refusedBecause\":\"this bank cannot be read from where");
            assertProblem(server.execute(deposit(2)), 503, "region-away");
            assertThat(server.execute(deposit(2)).body()).contains("this bank cannot be read from where");
        }
    }

    private String bank() {
        try (TestServer server = open(1)) {
            return ProblemAssert.json(server.get("/v1/bank")).path("bankId").asString();
        }
    }

    @Test
    void a_new_partner_begins_at_the_end_of_what_was_executed_before() throws IOException {
        payIn();
        try (TestServer server = open(1, 2)) {
            assertThat(data(0).resolve("region-2.mark")).content().contains("/1/");
            assertThat(server.execute(deposit(2)).statusCode()).isEqualTo(202);
        }
    }
}
