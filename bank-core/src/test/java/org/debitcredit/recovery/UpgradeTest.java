package org.debitcredit.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.math.BigInteger;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Currency;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Random;
import java.util.stream.Stream;
import org.debitcredit.audit.BankAudit;
import org.debitcredit.bank.Preset;
import org.debitcredit.directory.BankFolders;
import org.debitcredit.engine.BatchSubmission;
import org.debitcredit.engine.Inquiry;
import org.debitcredit.engine.ReversalSubmission;
import org.debitcredit.event.BankEvent;
import org.debitcredit.event.Progress;
import org.debitcredit.ledger.Totals;
import org.debitcredit.ledger.sql.CommitMode;
import org.debitcredit.settings.BankSettings;
import org.debitcredit.settings.JournalKind;
import org.debitcredit.settings.JournalSettings;
import org.debitcredit.transaction.Outcome;
import org.debitcredit.transaction.Refusal;
import org.debitcredit.transaction.RequestColumns;
import org.debitcredit.transaction.Reversal;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.transaction.TransactionKey;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * This version on directories that each earlier version's packaged server left, of every ledger and journal, after an
 * orderly stop and after a kill. {@code CONTRIBUTING.md} has the command that makes those of a version.
 */
class UpgradeTest {

    private static final int EPOCH_BYTES = 1 << 20;
    private static final int FILL_AHEAD_BYTES = 1 << 20;
    private static final Transaction NEW = Transaction.deposit(0, 0, 1_000);

    private final Random random = new Random(20);

    @TempDir
    Path folder;

    private static Path versions() {
        try {
            return Path.of(Objects.requireNonNull(UpgradeTest.class.getResource("/upgrade"), "/upgrade")
                    .toURI());
        } catch (URISyntaxException e) {
            throw new AssertionError(e);
        }
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

    @Test
    void every_version_has_a_bank_of_each_ledger_and_journal_after_each_end() throws IOException {
        assertThat(BankAsLeft.versions(versions())).contains("0.1.0");
        for (String version : BankAsLeft.versions(versions())) {
            List<BankAsLeft> banks = BankAsLeft.read(versions().resolve(version + ".txt"));
            assertThat(banks.stream().map(BankAsLeft::server)).containsExactlyElementsOf(BankAsLeft.Server.all());
            assertThat(banks)
                    .as("each has refusals, reversals and references")
                    .allSatisfy(bank -> assertThat(bank.answers())
                            .anyMatch(answer -> answer.outcome() instanceof Outcome.Refused)
                            .anyMatch(answer -> answer.originalKey() != null)
                            .anyMatch(answer -> answer.transaction().reference() != null));
        }
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("banks")
    void a_bank_of_an_earlier_version_continues(String version, BankAsLeft.Server server, BankAsLeft left)
            throws IOException {
        try (InputStream archive = Files.newInputStream(versions().resolve(version + ".zip"))) {
            PackedFolders.unpack(archive, server.toString(), folder);
        }
        Path data = folder.resolve("data");
        BankAudit.Finding audit = BankAudit.of(data, Progress.NONE);
        assertThat(audit.firstFault()).isNull();
        assertThat(audit.endedInOrder()).isEqualTo(server.end() == BankAsLeft.End.STOPPED);

        try (RunningBank bank = recover(data, server)) {
            assertSums(bank, left.position(), left.sumMinor(), left.historyRows());
            assertBalances(bank, left.balances());
            for (BankAsLeft.Answer answer : left.answers()) {
                assertThat(repeat(bank, answer)).as(answer.toString()).isEqualTo(answer.outcome());
                assertThat(conflict(bank, answer))
                        .as("other content under the key of %s", answer)
                        .isEqualTo(new Outcome.Refused(Refusal.KEY_CONFLICT, 0, 0));
            }
            assertSums(bank, left.position(), left.sumMinor(), left.historyRows());
            assertThat(execute(bank, NEW, newKey()))
                    .isInstanceOfSatisfying(
                            Outcome.Committed.class,
                            committed -> assertThat(committed.position()).isEqualTo(left.position() + 1));
        }
        try (RunningBank bank = recover(data, server)) {
            assertSums(bank, left.position() + 1, left.sumMinor() + NEW.amountMinor(), left.historyRows() + 1);
            for (BankAsLeft.Answer answer : left.answers()) {
                assertThat(repeat(bank, answer)).as(answer.toString()).isEqualTo(answer.outcome());
            }
        }
        assertThat(BankAudit.of(data, Progress.NONE).firstFault()).isNull();
    }

    private RunningBank recover(Path data, BankAsLeft.Server server) throws IOException {
        int fillAhead = server.journal() == JournalKind.FILE ? 2 * FILL_AHEAD_BYTES : FILL_AHEAD_BYTES;
        BankSettings settings = BankSettings.builder(
                        data, Preset.GRAY2005.scale(BankAsLeft.BRANCHES), Currency.getInstance("USD"))
                .keyWindow(BankAsLeft.KEY_WINDOW)
                .journal(new JournalSettings(server.journal(), EPOCH_BYTES, fillAhead, OptionalLong.empty()))
                .build();
        LedgerOpener opener = LedgerChoice.parse(server.ledger().in(folder), "", "", CommitMode.DURABLE)
                .opener();
        return RunningBank.recover(
                BankFolders.open(settings, BankEvent.IGNORE), settings, opener, BankEvent.IGNORE, Progress.NONE);
    }

    private static void assertSums(RunningBank bank, long position, long sumMinor, long historyRows) {
        Totals totals = BankLives.totals(bank);
        BigInteger sum = BigInteger.valueOf(sumMinor);
        assertThat(totals).isEqualTo(new Totals(sum, sum, sum, sum, historyRows, 0));
        assertThat(bank.engine().position()).isEqualTo(position);
    }

    private static void assertBalances(RunningBank bank, List<BankAsLeft.Balance> balances) {
        assertThat(balances).isNotEmpty();
        for (BankAsLeft.Balance balance : balances) {
            Inquiry.Balance inquiry = new Inquiry.Balance(balance.kind(), balance.id(), answered -> {});
            bank.engine().submit(inquiry);
            bank.engine().step();
            assertThat(inquiry.available()).isTrue();
            assertThat(inquiry.balanceMinor()).as(balance.toString()).isEqualTo(balance.minor());
        }
    }

    private static Outcome repeat(RunningBank bank, BankAsLeft.Answer answer) {
        TransactionKey key = TransactionKey.of(0, answer.key());
        Reversal reversal = answer.reversal();
        return reversal == null ? execute(bank, answer.transaction(), key) : reverse(bank, reversal, key);
    }

    private static Outcome conflict(RunningBank bank, BankAsLeft.Answer answer) {
        Transaction sent = answer.transaction();
        return execute(
                bank,
                Transaction.debitCredit(sent.teller(), sent.account(), sent.amountMinor() + 1),
                TransactionKey.of(0, answer.key()));
    }

    private static Outcome execute(RunningBank bank, Transaction transaction, TransactionKey key) {
        BatchSubmission submission = new BatchSubmission(RequestColumns.single(transaction, key), answered -> {});
        bank.engine().submit(submission);
        bank.engine().step();
        return submission.outcome(0);
    }

    private static Outcome reverse(RunningBank bank, Reversal reversal, TransactionKey key) {
        ReversalSubmission submission = new ReversalSubmission(reversal, key, answered -> {});
        bank.engine().submit(submission);
        bank.engine().step();
        return submission.outcome();
    }

    private TransactionKey newKey() {
        return TransactionKey.of(
                0, TransactionKey.uuidV7(System.currentTimeMillis(), random.nextLong(), random.nextLong()));
    }
}
