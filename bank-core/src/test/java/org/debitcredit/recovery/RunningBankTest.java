package org.debitcredit.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.debitcredit.audit.BankAudit;
import org.debitcredit.bank.BankScale;
import org.debitcredit.bank.Preset;
import org.debitcredit.directory.BankFolders;
import org.debitcredit.engine.BatchSubmission;
import org.debitcredit.engine.Inquiry;
import org.debitcredit.event.BankEvent;
import org.debitcredit.event.Progress;
import org.debitcredit.journal.JournalDamage;
import org.debitcredit.ledger.Totals;
import org.debitcredit.ledger.sql.SqlLedger;
import org.debitcredit.settings.BankSettings;
import org.debitcredit.transaction.NumberedKeys;
import org.debitcredit.transaction.Outcome;
import org.debitcredit.transaction.RequestColumns;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.workload.DebitCreditWorkload;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class RunningBankTest {

    private static final BankScale SCALE = new BankScale(3, 2, 50);
    private static final Currency USD = Currency.getInstance("USD");

    private static final long START_MILLIS = System.currentTimeMillis();

    @TempDir
    Path data;

    private RunningBank open() throws IOException {
        return open(SCALE, USD);
    }

    private RunningBank open(BankScale scale, Currency currency) throws IOException {
        return RunningBank.open(
                BankSettings.of(data, scale, currency).founding(BankFolders.isEmpty(data)),
                (identity, progress) -> SqlLedger.openH2InMemory(identity, (done, total) -> {}),
                event -> {
                    if (event instanceof BankEvent.WriterStopped stopped) {
                        stopped.cause().printStackTrace();
                    }
                },
                Progress.NONE);
    }

    private static List<Outcome> execute(RunningBank bank, DebitCreditWorkload workload, int firstKey, int count) {
        List<CompletableFuture<Outcome>> answers = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Transaction transaction = i % 7 == 0
                    ? Transaction.withdrawal(workload.teller(), workload.account(1, 50), 1 + i)
                    : workload.next();
            CompletableFuture<Outcome> answer = new CompletableFuture<Outcome>().orTimeout(60, TimeUnit.SECONDS);
            answers.add(answer);
            RequestColumns request = RequestColumns.single(transaction, NumberedKeys.key(START_MILLIS, firstKey + i));
            BatchSubmission submission = new BatchSubmission(request, answered -> answer.complete(answered.outcome(0)));
            assertThat(bank.engine().submit(submission)).isTrue();
        }
        return answers.stream().map(CompletableFuture::join).toList();
    }

    private static Totals totals(RunningBank bank) {
        CompletableFuture<Totals> totals = new CompletableFuture<>();
        bank.engine().submit(new Inquiry.Sums(sums -> totals.completeAsync(sums::totals)));
        return totals.orTimeout(30, TimeUnit.SECONDS).join();
    }

    @Test
    void a_bank_is_the_same_after_a_restart_and_repeated_keys_change_nothing() throws IOException {
        List<Outcome> answers;
        Totals totals;
        try (RunningBank bank = open()) {
            answers = execute(bank, new DebitCreditWorkload(SCALE, Preset.GRAY2005, 1), 0, 500);
            totals = totals(bank);
        }
        assertThat(totals.hold()).isTrue();
        try (RunningBank bank = open()) {
            RunningBank.Recovered recovered = bank.recovered();
            assertThat(recovered).isEqualTo(new RunningBank.Recovered(500, 0, true, 0, recovered.latestKeyMillis()));
            assertThat(totals(bank)).isEqualTo(totals);
            assertThat(execute(bank, new DebitCreditWorkload(SCALE, Preset.GRAY2005, 1), 0, 500))
                    .isEqualTo(answers);
            assertThat(totals(bank)).isEqualTo(totals);
            execute(bank, new DebitCreditWorkload(SCALE, Preset.GRAY2005, 2), 500, 100);
            totals = totals(bank);
        }
        try (RunningBank bank = open()) {
            assertThat(bank.engine().position()).isEqualTo(600);
            assertThat(totals(bank)).isEqualTo(totals);
        }
        BankAudit.Finding finding = BankAudit.of(data, Progress.NONE);
        assertThat(finding.firstFault()).isNull();
        assertThat(finding.transactions()).isEqualTo(600);
        assertThat(finding.endedInOrder()).isTrue();
        assertThat(finding.totals()).isEqualTo(totals);
    }

    @Test
    void a_second_server_is_kept_off_the_directory_and_told_so() throws IOException {
        try (RunningBank bank = open()) {
            assertThat(bank.engine().position()).isZero();
            assertThatThrownBy(this::open)
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("in use by another server")
                    .hasMessageContaining(Long.toString(ProcessHandle.current().pid()));
        }
        open().close();
    }

    @Test
    void a_bank_that_is_idle_notices_that_its_lock_is_gone() throws IOException {
        try (RunningBank bank = open()) {
            Files.delete(data.resolve("journal/lock"));
            while (bank.engine().stoppedBy() == null) {
                Thread.onSpinWait();
            }
            assertThat(bank.engine().stoppedBy()).hasMessageContaining("lock");
        }
    }

    @Test
    void many_submitters_get_each_exactly_one_answer() throws Exception {
        try (RunningBank bank = open()) {
            List<Thread> submitters = new ArrayList<>();
            List<CompletableFuture<List<Outcome>>> answers = new ArrayList<>();
            for (int submitter = 0; submitter < 4; submitter++) {
                int number = submitter;
                CompletableFuture<List<Outcome>> all = new CompletableFuture<>();
                answers.add(all);
                submitters.add(new Thread(() -> all.complete(execute(
                        bank, new DebitCreditWorkload(SCALE, Preset.TPCA, number), 1_000_000 * number, 2_000))));
            }
            submitters.forEach(Thread::start);
            for (Thread submitter : submitters) {
                submitter.join();
            }
            long[] positions = answers.stream()
                    .flatMap(all -> all.join().stream())
                    .mapToLong(RunningBankTest::position)
                    .sorted()
                    .toArray();
            assertThat(positions).hasSize(8_000).doesNotHaveDuplicates().endsWith(8_000);
            assertThat(totals(bank).hold()).isTrue();
        }
    }

    private static long position(Outcome outcome) {
        if (outcome instanceof Outcome.Committed committed) {
            return committed.position();
        }
        return ((Outcome.Refused) outcome).position();
    }

    @Test
    void a_bank_of_another_scale_or_currency_is_refused_naming_both() throws IOException {
        open().close();
        assertThatThrownBy(() -> open(new BankScale(4, 2, 50), USD))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("3 branches x 2 tellers x 50 accounts")
                .hasMessageContaining("4 branches x 2 tellers x 50 accounts");
        assertThatThrownBy(() -> open(SCALE, Currency.getInstance("JPY")))
                .hasMessageContaining("USD")
                .hasMessageContaining("JPY");
        open().close();
    }

    @Test
    void a_directory_in_use_is_refused_and_the_first_server_goes_on() throws IOException {
        try (RunningBank bank = open()) {
            assertThatThrownBy(this::open).isInstanceOf(IOException.class).hasMessageContaining("in use");
            assertThatThrownBy(() -> BankAudit.of(data, Progress.NONE)).hasMessageContaining("in use");
            assertThat(execute(bank, new DebitCreditWorkload(SCALE, Preset.GRAY2005, 1), 0, 1))
                    .hasSize(1);
        }
    }

    @Test
    void the_audit_names_the_first_damage_and_the_bank_does_not_start_on_it() throws IOException {
        try (RunningBank bank = open()) {
            for (int i = 0; i < 5; i++) {
                execute(bank, new DebitCreditWorkload(SCALE, Preset.GRAY2005, i), i * 100, 100);
            }
        }
        flipInTheMiddle();
        BankAudit.Finding finding = BankAudit.of(data, Progress.NONE);
        assertThat(finding.holds()).isFalse();
        assertThat(finding.firstFault()).contains("epoch 1", "document", "position");
        assertThatThrownBy(this::open).isInstanceOf(JournalDamage.class);
    }

    @Test
    void the_audit_of_a_directory_without_a_bank_says_so_and_leaves_nothing_behind() throws IOException {
        assertThatThrownBy(() -> BankAudit.of(data, Progress.NONE)).isInstanceOf(NoSuchFileException.class);
        try (Stream<Path> entries = Files.list(data)) {
            assertThat(entries).isEmpty();
        }
    }

    private void flipInTheMiddle() throws IOException {
        Path file;
        try (Stream<Path> files = Files.walk(data)) {
            file = files.filter(path -> path.toString().endsWith(".cq4"))
                    .findFirst()
                    .orElseThrow();
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            ByteBuffer one = ByteBuffer.allocate(1);
            long offset = 70_000;
            channel.read(one, offset);
            one.put(0, (byte) ~one.get(0)).rewind();
            channel.write(one, offset);
        }
    }
}
