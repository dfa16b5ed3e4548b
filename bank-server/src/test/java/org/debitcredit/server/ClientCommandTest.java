package org.debitcredit.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.debitcredit.server.command.BankCommand;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code bank client} against a running service. Each test has accounts of its own. */
class ClientCommandTest {

    private final TestServer server = TestServer.shared();

    private String url() {
        return "http://127.0.0.1:" + server.port();
    }

    private PrintedRun client(String command) {
        return PrintedRun.of(("client --url " + url() + " " + command).split(" "));
    }

    private PrintedRun script(String options, String... lines) {
        return PrintedRun.withInput(String.join("\n", lines), ("client --url " + url() + options).split(" "));
    }

    private String balance(long account) {
        return client("balance --account " + account).out().strip();
    }

    private static String keyOf(PrintedRun run) {
        return run.err().lines().findFirst().orElseThrow().replaceFirst("^key ", "");
    }

    @Test
    void money_is_moved_and_read_in_the_banks_currency() {
        PrintedRun deposit = client("deposit --account 301 --teller 3 --amount 12.50 --reference rent");
        assertThat(deposit.exitCode()).as(deposit.err()).isZero();
        assertThat(deposit.out())
                .matches("committed at position \\d+, 20\\S+Z: account 301 has 12\\.50 USD" + System.lineSeparator());
        assertThat(deposit.err()).matches("key [0-9a-f-]{36}" + System.lineSeparator());
        assertThat(client("withdraw --account 301 --teller 3 --amount 2").out()).contains("account 301 has 10.50 USD");
        assertThat(client("debit-credit --account 301 --teller 3 --amount -0.25")
                        .out())
                .contains("account 301 has 10.25 USD");
        assertThat(client("transfer --account 301 --target 1000302 --teller 3 --amount 10")
                        .out())
                .contains("account 301 has 0.25 USD");
        assertThat(balance(1000302)).startsWith("account 1000302 has 10.00 USD as of position ");
        assertThat(client("balance --teller 3").out()).startsWith("teller 3 has ");
        assertThat(client("balance --branch 1").out()).startsWith("branch 1 has ");
        assertThat(client("info").out()).contains("USD, 2 branches, each with 10 tellers and 10,000 accounts");
        PrintedRun status = client("lookup " + keyOf(deposit));
        assertThat(status.out())
                .startsWith("committed, at position ")
                .contains("with the balance 12.50 USD, reference 'rent'");
    }

    @Test
    void a_refusal_is_told_in_words_with_its_code_and_exit_code_1() {
        client("deposit --account 311 --teller 3 --amount 1");
        PrintedRun refused = client("withdraw --account 311 --teller 3 --amount 12.50");
        assertThat(refused.exitCode()).isEqualTo(1);
        assertThat(refused.out()).isEmpty();
        assertThat(refused.err())
                .contains("bank: refused: insufficient-funds: account 311 has 1.00 USD, less than 12.50 USD");
        PrintedRun unknown = client("deposit --account 999999 --teller 3 --amount 1");
        assertThat(unknown.exitCode()).isEqualTo(1);
        assertThat(unknown.err()).contains("bank: refused: unknown-account: the bank has no account 999999");
        assertThat(client("lookup " + keyOf(refused)).out()).startsWith("refused: insufficient-funds, at position ");
        assertThat(client("balance --account 999999").err().strip())
                .matches("bank: refused: unknown-account: the bank has no account 999999 \\(request [0-9a-f]{32}\\)");
    }

    @Test
    void an_amount_that_the_currency_does_not_have_is_wrong_usage_and_is_not_sent() {
        for (String amount : List.of("12.505", "1e3", "1,000", "92233720368547758.08", "x")) {
            PrintedRun run = client("deposit --account 321 --teller 3 --amount " + amount);
            assertThat(run.exitCode()).as(amount).isEqualTo(2);
            assertThat(run.err()).as(amount).startsWith("bank: --amount is ").doesNotContain("key ");
        }
        assertThat(balance(321)).startsWith("account 321 has 0.00 USD");
        assertThat(client("deposit --account 321 --teller 3").exitCode()).isEqualTo(2);
        assertThat(client("deposit --account 321 --teller 3 --amount 1 --key 1").err())
                .isEqualTo("bank: the key is '1'; it must be a UUID of 36 characters, such as "
                        + "0198c0de-1234-7abc-8def-0123456789ab" + System.lineSeparator());
    }

    @Test
    void the_key_is_shown_before_the_transaction_is_sent() throws IOException {
        PrintStream stderr = System.err;
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        List<String> shownBefore = new CopyOnWriteArrayList<>();
        try (LossyProxy proxy = new LossyProxy(server, 0, request -> {
            if (request.getRequestMethod().equals("POST")) {
                shownBefore.add(err.toString(StandardCharsets.UTF_8));
            }
        })) {
            System.setErr(new PrintStream(err, true, StandardCharsets.UTF_8));
            int exitCode = BankCommand.commandLine()
                    .execute("client", "--url", proxy.url(), "deposit", "--account=331", "--teller=3", "--amount=1");
            assertThat(exitCode).isZero();
            assertThat(shownBefore).containsExactly("key " + proxy.keys().get(0) + System.lineSeparator());
        } finally {
            System.setErr(stderr);
        }
    }

    @Test
    void an_answer_that_is_lost_is_asked_for_again_under_the_same_key() throws IOException {
        try (LossyProxy proxy = new LossyProxy(server, 2, request -> {})) {
            PrintedRun run = PrintedRun.of(
                    "client", "--url", proxy.url(), "deposit", "--account=341", "--teller=3", "--amount=5");
            assertThat(run.exitCode()).as(run.err()).isZero();
            assertThat(run.out()).contains("account 341 has 5.00 USD");
            assertThat(proxy.keys()).hasSize(3).containsOnly(keyOf(run));
            assertThat(run.err())
                    .containsPattern(
                            "bank: the outcome is unknown: the connection broke .*Sending again with the same key");
        }
        assertThat(balance(341)).startsWith("account 341 has 5.00 USD");
    }

    @Test
    void an_outcome_that_stays_unknown_is_told_with_its_key_which_settles_it_later() throws IOException {
        PrintedRun run;
        try (LossyProxy proxy = new LossyProxy(server, 1, request -> {})) {
            run = PrintedRun.of(
                    "client",
                    "--url",
                    proxy.url(),
                    "--resend-for",
                    "0s",
                    "deposit",
                    "--account=351",
                    "--teller=3",
                    "--amount=5");
            assertThat(proxy.keys()).hasSize(1);
        }
        String key = keyOf(run);
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out()).isEmpty();
        assertThat(run.err())
                .contains("bank: the outcome of " + key + " is unknown: ")
                .contains("Look it up (lookup " + key + "), or send the same again with --key " + key);
        assertThat(client("lookup " + key).out()).startsWith("committed, ");
        assertThat(client("deposit --account 351 --teller 3 --amount 5 --key " + key)
                        .out())
                .contains("account 351 has 5.00 USD");
        PrintedRun other = client("deposit --account 351 --teller 3 --amount 6 --key " + key);
        assertThat(other.exitCode()).isEqualTo(1);
        assertThat(other.err()).contains("bank: refused: key-conflict: ");
        assertThat(balance(351)).startsWith("account 351 has 5.00 USD");
    }

    @Test
    void where_no_service_is_nothing_is_sent() {
        PrintedRun run = PrintedRun.of(
                "client", "--url", "http://127.0.0.1:1", "deposit", "--account=1", "--teller=3", "--amount=5");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err())
                .startsWith("bank: no bank answers at http://127.0.0.1:1")
                .hasLineCount(1);
        assertThat(PrintedRun.of("client", "--url", "127.0.0.1", "info").exitCode())
                .isEqualTo(2);
        assertThat(PrintedRun.of("client", "--url", "127.0.0.1").exitCode()).isEqualTo(2);
    }

    @Test
    void a_transaction_is_taken_back_whole_or_in_part() {
        String key = keyOf(client("deposit --account 361 --teller 3 --amount 8"));
        PrintedRun part = client(
                "reverse --original-key " + key + " --performed 3 --type deposit --account 361 --teller 3 --amount 8");
        assertThat(part.out()).as(part.err()).contains("account 361 has 3.00 USD");
        PrintedRun again =
                client("reverse --original-key " + key + " --type deposit --account 361 --teller 3 --amount 8");
        assertThat(again.exitCode()).isEqualTo(1);
        assertThat(again.err()).contains("bank: refused: reversed: ");
        assertThat(client("lookup " + key).out()).contains("; reversed at position ", " by -5.00 USD, key ");
        PrintedRun unknown = client("reverse --original-key " + key);
        assertThat(unknown.exitCode()).isEqualTo(2);
        assertThat(unknown.err())
                .startsWith("bank: this session has not sent a transaction with the key " + key + ". Describe it");
        assertThat(client("statement --account 361").out()).contains("reversal of ");
    }

    @Test
    void a_statement_is_a_table_in_pages() {
        for (int amount = 1; amount <= 5; amount++) {
            client("deposit --account 371 --teller 3 --amount " + amount + " --reference no." + amount);
        }
        PrintedRun page = client("statement --account 371 --limit 2");
        List<String> lines = page.out().lines().toList();
        assertThat(lines).hasSize(5);
        assertThat(lines.get(0)).startsWith("account 371 has 15.00 USD as of position ");
        assertThat(lines.get(1).split(" +"))
                .containsExactly("", "position", "time", "type", "amount", "balance", "reference");
        assertThat(lines.get(2)).matches(" *\\d+  20\\S+Z +credit +5\\.00 +15\\.00  no\\.5");
        assertThat(lines.get(3)).endsWith("no.4");
        String cursor = lines.get(4).replace("More postings: next, or the option --cursor ", "");
        assertThat(client("statement --account 371 --limit 2 --cursor " + cursor)
                        .out()
                        .lines())
                .extracting(line -> line.replaceFirst(".*(no\\..)$", "$1"))
                .startsWith("no.3", "no.2")
                .hasSize(3);
        assertThat(client("statement --account 371 --limit 2 --all").out().lines())
                .hasSize(7)
                .last()
                .asString()
                .endsWith("no.1");
        PrintedRun session = script("", "statement --account 371 --limit 2", "next", "next", "next");
        assertThat(session.out().lines().filter(line -> line.contains("  no.")))
                .extracting(line -> line.replaceFirst(".*(no\\..)$", "$1"))
                .containsExactly("no.5", "no.4", "no.3", "no.2", "no.1");
        assertThat(session.exitCode()).isEqualTo(1);
        assertThat(session.err()).startsWith("bank: there is no next page of a statement");
        assertThat(client("statement --account 371 --from tomorrow").err())
                .startsWith("bank: refused: malformed: from is 'tomorrow'");
    }

    @Test
    void a_script_stops_at_the_first_failure() {
        PrintedRun run = script(
                "",
                "# opening balances",
                "",
                "deposit --account 381 --teller 3 --amount 5 --reference 'rent 11'",
                "withdraw --account 381 --teller 3 --amount 9",
                "deposit --account 381 --teller 3 --amount 7");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out().lines()).hasSize(1);
        assertThat(run.err())
                .contains("bank: refused: insufficient-funds")
                .contains("bank: line 4 failed. The lines before it were executed");
        assertThat(balance(381)).startsWith("account 381 has 5.00 USD");
        assertThat(client("statement --account 381").out()).contains("  rent 11");
    }

    @Test
    void a_script_that_keeps_going_fails_at_its_end() {
        PrintedRun run = script(
                " --keep-going",
                "frobnicate",
                "deposit --account 391 --teller 3 --amount 'x",
                "deposit --account 391 --teller 3 --amount 7",
                "balance --account 391",
                "quit",
                "deposit --account 391 --teller 3 --amount 7");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out().lines()).hasSize(2);
        assertThat(run.err())
                .contains("bank: line 1 failed", "bank: line 2 failed")
                .doesNotContain("line 3 failed");
        assertThat(balance(391)).startsWith("account 391 has 7.00 USD");
    }

    @Test
    void a_session_reverses_what_it_sent_by_its_key_alone() {
        String key = TestServer.newKey();
        PrintedRun run = script(
                "",
                "transfer --account 401 --target 402 --teller 3 --amount 0.01",
                "deposit --account 401 --teller 3 --amount 7 --key " + key);
        assertThat(run.exitCode()).isEqualTo(1);
        run = script(
                "",
                "deposit --account 401 --teller 3 --amount 7 --key " + key,
                "reverse --original-key " + key,
                "balance --account 401");
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out().lines()).hasSize(3).last().asString().startsWith("account 401 has 0.00 USD");
    }

    @Test
    void json_is_one_object_a_line_in_minor_units() {
        PrintedRun run = script(
                " --json",
                "deposit --account 411 --teller 3 --amount 7",
                "withdraw --account 411 --teller 3 --amount 8",
                "balance --account 411");
        List<JsonNode> objects =
                run.out().lines().map(JsonMapper.shared()::readTree).toList();
        assertThat(objects).hasSize(2);
        assertThat(objects.get(0).path("balance").asLong()).isEqualTo(700);
        assertThat(objects.get(0).path("key").asString()).isEqualTo(keyOf(run));
        assertThat(objects.get(1).path("type").asString()).isEqualTo("urn:debitcredit:insufficient-funds");
        assertThat(objects.get(1).path("key").asString()).isNotEmpty();
        PrintedRun after = client("deposit --account 411 --teller 3 --amount 1 --json");
        assertThat(JsonMapper.shared().readTree(after.out()).path("balance").asLong())
                .isEqualTo(800);
    }

    @Test
    void the_token_is_sent_and_never_shown(@TempDir Path folder) throws IOException {
        Path token = Files.writeString(folder.resolve("token"), "a-secret-token\n");
        List<String> sent = new CopyOnWriteArrayList<>();
        try (LossyProxy proxy = new LossyProxy(
                server, 1, request -> sent.add(request.getRequestHeaders().getFirst("Authorization")))) {
            PrintedRun run = PrintedRun.withInput(
                    "deposit --account 421 --teller 3 --amount 1\nnonsense\n",
                    "client",
                    "--url",
                    proxy.url(),
                    "--token-file",
                    token.toString());
            assertThat(sent).hasSize(3).containsOnly("Bearer a-secret-token");
            assertThat(run.out() + run.err()).doesNotContain("secret");
        }
        PrintedRun missing = client("info --token-file " + folder.resolve("missing"));
        assertThat(missing.exitCode()).isEqualTo(2);
        assertThat(missing.err()).startsWith("bank: --token-file is '").contains("missing', which does not exist");
    }
}
