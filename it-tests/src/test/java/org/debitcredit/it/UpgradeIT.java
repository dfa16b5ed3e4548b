package org.debitcredit.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Stream;
import org.debitcredit.client.BankClient;
import org.debitcredit.ledger.BalanceKind;
import org.debitcredit.recovery.BankAsLeft;
import org.debitcredit.recovery.PackedFolders;
import org.debitcredit.settings.JournalKind;
import org.debitcredit.transaction.Outcome;
import org.debitcredit.transaction.Reference;
import org.debitcredit.transaction.RequestColumns;
import org.debitcredit.transaction.Reversal;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.transaction.TransactionKey;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The packaged server on directories that each earlier version left: {@link org.debitcredit.recovery.BankAsLeft}. It
 * also makes those of this version. The unit test {@code UpgradeTest} of {@code bank-core} opens all of them in each
 * build.
 */
class UpgradeIT {

    private static final String VERSION = "bank.it.upgrade-archive";
    private static final int TELLERS = 10;
    private static final int ACCOUNTS = 12;
    private static final long UNKNOWN_ACCOUNT = 999_999;

    @RegisterExtension
    static final Servers SERVERS = new Servers();

    @TempDir
    Path folder;

    private final Random random = new Random(20);

    private static Path versions() {
        return Artifacts.root().resolve("bank-core/src/test/resources/upgrade");
    }

    static Stream<Arguments> banks() throws IOException {
        Stream.Builder<Arguments> banks = Stream.builder();
        for (String version : BankAsLeft.versions(versions())) {
            for (BankAsLeft bank : BankAsLeft.read(versions().resolve(version + ".txt"))) {
                banks.add(Arguments.of(version, bank.server(), bank));
            }
        }
        return banks.build();
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("banks")
    @EnabledIfSystemProperty(named = "bank.it.all", matches = "true", disabledReason = Thorough.REASON)
    void aBankOfAnEarlierVersionContinues(String version, BankAsLeft.Server kind, BankAsLeft left) throws IOException {
        try (InputStream archive = Files.newInputStream(versions().resolve(version + ".zip"))) {
            PackedFolders.unpack(archive, kind.toString(), folder);
        }
        requireAsLeft(folder, left);
        requireAsLeft(folder, left);
    }

    /** A start, everything that is known of the bank, every request again, and an orderly stop. */
    private static void requireAsLeft(Path bank, BankAsLeft left) throws IOException {
        TestedServer server = SERVERS.ready(command(bank, left.server()).foundingNone());
        RestBank rest = server.rest();
        assertThat(rest.totals())
                .isEqualTo(new RestTotals(
                        left.position(),
                        left.sumMinor(),
                        left.sumMinor(),
                        left.sumMinor(),
                        left.sumMinor(),
                        left.historyRows(),
                        true));
        for (BankAsLeft.Balance balance : left.balances()) {
            assertThat(balance(rest, balance.kind(), balance.id()))
                    .as(balance.toString())
                    .isEqualTo(balance.minor());
        }
        try (BankClient client = client(server)) {
            for (BankAsLeft.Answer answer : left.answers()) {
                assertThat(rest.ask(answer.key())).contains(answer.outcome());
                assertThat(repeat(client, answer)).as(answer.toString()).isEqualTo(answer.outcome());
            }
        }
        assertThat(rest.totals().position()).isEqualTo(left.position());
        assertThat(server.terminate()).isEqualTo(TestedServer.ENDED_BY_SIGTERM);
    }

    @Test
    @EnabledIfSystemProperty(
            named = VERSION,
            matches = ".+",
            disabledReason = "makes the archive of this version: -D" + VERSION + "=0.1.0")
    void makeTheArchiveOfThisVersion() throws IOException {
        String version = System.getProperty(VERSION);
        List<BankAsLeft> banks = new ArrayList<>();
        for (BankAsLeft.Server kind : BankAsLeft.Server.all()) {
            Path bank = Files.createDirectory(folder.resolve(kind.toString()));
            banks.add(live(bank, kind));
        }
        Files.createDirectories(versions());
        PackedFolders.pack(folder, versions().resolve(version + ".zip"));
        BankAsLeft.write(banks, version, versions().resolve(version + ".txt"));
    }

    /** Two lives of a bank: each takes a snapshot between transactions, and the second ends as its name says. */
    private BankAsLeft live(Path bank, BankAsLeft.Server kind) throws IOException {
        Map<UUID, BankAsLeft.Answer> answers = new LinkedHashMap<>();
        TestedServer first = SERVERS.ready(command(bank, kind));
        work(first, answers);
        first.rest().takeSnapshot();
        work(first, answers);
        assertThat(first.terminate()).isEqualTo(TestedServer.ENDED_BY_SIGTERM);
        TestedServer second = SERVERS.ready(command(bank, kind));
        work(second, answers);
        second.rest().takeSnapshot();
        work(second, answers);
        RestTotals totals = second.rest().totals();
        assertThat(totals.holds()).isTrue();
        List<BankAsLeft.Answer> all = List.copyOf(answers.values());
        BankAsLeft left = new BankAsLeft(
                kind, totals.position(), totals.accounts(), totals.historyRows(), balances(second.rest()), all);
        if (kind.end() == BankAsLeft.End.KILLED) {
            second.kill9();
        } else {
            assertThat(second.terminate()).isEqualTo(TestedServer.ENDED_BY_SIGTERM);
        }
        return left;
    }

    /** Every type of transaction, refusals, references, and a reversal after and before its original. */
    private void work(TestedServer server, Map<UUID, BankAsLeft.Answer> answers) throws IOException {
        try (BankClient client = client(server)) {
            for (int account = 0; account < ACCOUNTS; account++) {
                execute(client, Transaction.deposit(account % TELLERS, account, 10_000 + account), answers);
            }
            Reference reference = Reference.of("invoice-4711/ü");
            execute(client, Transaction.debitCredit(3, 1, -700), answers);
            execute(client, Transaction.withdrawal(4, 2, 250).with(reference), answers);
            execute(client, Transaction.withdrawal(4, 2, 1_000_000), answers);
            execute(client, Transaction.transfer(5, 3, 4, 125).with(reference), answers);
            execute(client, Transaction.transfer(5, 3, UNKNOWN_ACCOUNT, 1), answers);
            execute(client, Transaction.deposit(6, UNKNOWN_ACCOUNT, 1), answers);
            UUID reversed = execute(client, Transaction.deposit(7, 5, 33).with(reference), answers);
            reverse(client, Transaction.deposit(7, 5, 33).with(reference), reversed, answers);
            UUID late = newKey();
            reverse(client, Transaction.withdrawal(8, 6, 44), late, answers);
            send(client, late, Transaction.withdrawal(8, 6, 44), answers);
        }
    }

    private UUID execute(BankClient client, Transaction transaction, Map<UUID, BankAsLeft.Answer> answers) {
        UUID key = newKey();
        send(client, key, transaction, answers);
        return key;
    }

    private static void send(
            BankClient client, UUID key, Transaction transaction, Map<UUID, BankAsLeft.Answer> answers) {
        answers.put(key, new BankAsLeft.Answer(key, transaction, null, send(client, key, transaction)));
    }

    private static Outcome send(BankClient client, UUID key, Transaction transaction) {
        return client.executeBatch(RequestColumns.single(transaction, TransactionKey.of(0, key)))
                .join()
                .get(0);
    }

    private void reverse(
            BankClient client, Transaction original, UUID originalKey, Map<UUID, BankAsLeft.Answer> answers) {
        UUID key = newKey();
        Reversal reversal = new Reversal(TransactionKey.of(0, originalKey), original, 0);
        answers.put(key, new BankAsLeft.Answer(key, original, originalKey, send(client, key, reversal)));
    }

    private static Outcome send(BankClient client, UUID key, Reversal reversal) {
        return client.reverse(reversal, TransactionKey.of(0, key)).join().outcome();
    }

    private static Outcome repeat(BankClient client, BankAsLeft.Answer answer) {
        Reversal reversal = answer.reversal();
        return reversal == null
                ? send(client, answer.key(), answer.transaction())
                : send(client, answer.key(), reversal);
    }

    private UUID newKey() {
        return TransactionKey.uuidV7(System.currentTimeMillis(), random.nextLong(), random.nextLong());
    }

    /** Of the branch, its tellers, and every account that a request named. */
    private static List<BankAsLeft.Balance> balances(RestBank bank) throws IOException {
        List<BankAsLeft.Balance> balances = new ArrayList<>();
        for (BalanceKind kind : BalanceKind.values()) {
            for (long id = 0; id < touched(kind); id++) {
                balances.add(new BankAsLeft.Balance(kind, id, balance(bank, kind, id)));
            }
        }
        return balances;
    }

    private static int touched(BalanceKind kind) {
        return switch (kind) {
            case ACCOUNT -> ACCOUNTS;
            case TELLER -> TELLERS;
            case BRANCH -> BankAsLeft.BRANCHES;
        };
    }

    private static long balance(RestBank bank, BalanceKind kind, long id) throws IOException {
        return bank.balance(kind == BalanceKind.BRANCH ? "branches" : kind + "s", id);
    }

    private static BankClient client(TestedServer server) {
        return BankClient.plaintext("127.0.0.1", server.grpcPort(), BankClient.Options.NONE);
    }

    /** As small as the files of a bank can be. */
    private static ServerCommand command(Path bank, BankAsLeft.Server kind) {
        return ServerCommand.over(bank.resolve("data"))
                .option("--branches", BankAsLeft.BRANCHES)
                .option("--ledger", kind.ledger().in(bank))
                .option("--journal", kind.journal())
                .property("bank.journal.epoch", "1MB")
                .property("bank.journal.fill-ahead", kind.journal() == JournalKind.FILE ? "2MB" : "1MB")
                .property("bank.group-max", 8_192)
                .property("bank.key-window", BankAsLeft.KEY_WINDOW);
    }
}
