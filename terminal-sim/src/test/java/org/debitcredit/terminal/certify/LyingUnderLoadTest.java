package org.debitcredit.terminal.certify;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.debitcredit.measure.verdict.Finding;
import org.debitcredit.measure.verdict.RunVerdict;
import org.debitcredit.measure.verdict.Verdict;
import org.debitcredit.terminal.console.Talk;
import org.debitcredit.terminal.contract.Answer;
import org.debitcredit.terminal.contract.BankHttp;
import org.debitcredit.terminal.contract.BankInfo;
import org.debitcredit.terminal.contract.KeyedAnswers;
import org.debitcredit.terminal.report.AcidTest;
import org.debitcredit.terminal.report.Disclosure;
import org.debitcredit.terminal.run.AnsweredCommits;
import org.debitcredit.terminal.run.RunPlan;
import org.debitcredit.terminal.run.RunResult;
import org.debitcredit.terminal.run.SuccessFile;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.workload.DebitCreditWorkload;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Running servers that keep their books whenever anybody looks, and lie to the terminals only. */
@Timeout(60)
class LyingUnderLoadTest {

    private static final Talk SILENT = new Talk(new PrintStream(OutputStream.nullOutputStream()));
    private static final int REQUESTS = 50;

    @TempDir
    private Path folder = Path.of("");

    @ParameterizedTest
    @CsvSource({
        "NONE, PASS, PASS",
        "DOES_NOTHING, FAIL, PASS",
        "FORGETS_THE_HISTORY, FAIL, PASS",
        "FORGETS_KEYS, PASS, FAIL"
    })
    void aServerThatLiesOnlyDuringTheLoadsFails(FaultyBooks.Fault fault, Verdict grew, Verdict lookedUp)
            throws IOException {
        try (FaultyBooks bank = new FaultyBooks(FaultyBooks.Fault.NONE)) {
            CertifyPlan plan = Plans.in(folder, bank.url());
            Player player = (run, talk) -> played(bank, fault, plan, run);
            Disclosure disclosure = new Certification(plan, player, SILENT).run();
            RunVerdict verdict = disclosure.verdict();
            assertThat(disclosure.acid())
                    .filteredOn(test -> test.id().equals(AcidTest.ATOMICITY))
                    .extracting(AcidTest::outcome)
                    .containsExactly(AcidTest.Outcome.HELD);
            assertThat(disclosure.loads()).hasSize(3);
            for (String load : List.of("load of 50 %: ", "load of 80 %: ", "load of 100 %: ")) {
                assertThat(of(verdict, load + RunBooks.GREW).verdict()).isEqualTo(grew);
                assertThat(of(verdict, load + RunBooks.LOOKED_UP).verdict()).isEqualTo(lookedUp);
            }
            // The loads are void, because nobody thought.
            assertThat(verdict.verdict()).isEqualTo(fault == FaultyBooks.Fault.NONE ? Verdict.VOID : Verdict.FAIL);
        }
    }

    private static Finding of(RunVerdict verdict, String rule) {
        return verdict.findings().stream()
                .filter(finding -> finding.rule().equals(rule))
                .findFirst()
                .orElseThrow();
    }

    /** Makes requests one after the other, while the bank has the fault. */
    private static RunResult played(FaultyBooks bank, FaultyBooks.Fault fault, CertifyPlan plan, RunPlan run) {
        Inspector inspector = bank.inspector();
        BankInfo info = inspector.info();
        KeyedAnswers answers = new KeyedAnswers(info.position());
        DebitCreditWorkload workload = new DebitCreditWorkload(info.scale(), info.preset(), run.seed());
        Path file = run.folder().resolve("success.bin");
        long sum = 0;
        bank.becomes(fault);
        try (SuccessFile success = new SuccessFile(file)) {
            for (int i = 0; i < REQUESTS; i++) {
                Transaction transaction = workload.next();
                UUID key = BankHttp.newKey();
                Answer.Committed answer = (Answer.Committed) inspector.execute(transaction, key, info.preset());
                answers.add(answer.position());
                success.add(key, 0, answer.position(), answer.balanceMinor());
                sum += transaction.amountMinor();
            }
        } catch (IOException unanswered) {
            throw new UncheckedIOException(unanswered);
        } finally {
            bank.becomes(FaultyBooks.Fault.NONE);
        }
        return Results.of(plan, answers.positions(), new AnsweredCommits(REQUESTS, sum), file);
    }
}
