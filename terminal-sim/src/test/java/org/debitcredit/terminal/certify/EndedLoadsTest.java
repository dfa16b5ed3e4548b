package org.debitcredit.terminal.certify;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.debitcredit.measure.verdict.Finding;
import org.debitcredit.measure.verdict.RunVerdict;
import org.debitcredit.measure.verdict.Verdict;
import org.debitcredit.terminal.console.RunFailure;
import org.debitcredit.terminal.console.Talk;
import org.debitcredit.terminal.contract.AnsweredPositions;
import org.debitcredit.terminal.report.AcidTest;
import org.debitcredit.terminal.report.Disclosure;
import org.debitcredit.terminal.report.DisclosureJson;
import org.debitcredit.terminal.report.DisclosurePage;
import org.debitcredit.terminal.run.AnsweredCommits;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Loads that do not come to their end: the service or the certification is at fault, and the report says which. */
@Timeout(60)
class EndedLoadsTest {

    private static final Talk SILENT = new Talk(new PrintStream(OutputStream.nullOutputStream()));

    @TempDir
    private Path folder = Path.of("");

    @Test
    void aServiceThatDiesInTheUnmeasuredWarmUpFailsAndItsSecondIsNamed() throws IOException {
        try (FaultyBooks bank = new FaultyBooks(FaultyBooks.Fault.NONE)) {
            CertifyPlan plan = Plans.in(folder, null);
            Loads loads = new Loads(
                    plan,
                    (run, talk) -> {
                        bank.die();
                        return Results.of(plan, 5, 3);
                    },
                    SILENT);
            assertThat(loads.play(bank.url())).isEmpty();
            Finding ended = Objects.requireNonNull(loads.ended());
            assertThat(ended.verdict()).isEqualTo(Verdict.FAIL);
            assertThat(ended.reason()).contains("from second 3 of the unmeasured warm-up on", "no answer from");

            RunVerdict verdict = OverallVerdict.of(new TreeMap<>(), List.of(ended), List.of(), null);
            assertThat(verdict.verdict()).isEqualTo(Verdict.FAIL);
            assertThat(verdict.reasons()).containsExactly(ended);
        }
    }

    @Test
    void aServiceThatDiesBetweenTwoRunsFailsAndTheReportIsComplete() throws IOException {
        Disclosure disclosure = certified(true);
        assertThat(disclosure.verdict().verdict()).isEqualTo(Verdict.FAIL);
        assertThat(disclosure.verdict().reasons())
                .anySatisfy(reason -> assertThat(reason.toString())
                        .contains(ServiceRule.NAME + ": fail: the service does not answer any more"));
        assertThat(Files.readString(DisclosurePage.write(disclosure, folder)))
                .contains(ServiceRule.NAME, "No load was measured");
        assertThat(Files.readString(DisclosureJson.write(disclosure, folder))).contains("\"verdict\" : \"fail\"");
    }

    /** Such as terminals that could not be started. */
    @Test
    void aCertificationThatEndsEarlyWhileTheServiceAnswersIsVoid() throws IOException {
        Disclosure disclosure = certified(false);
        assertThat(disclosure.verdict().verdict()).isEqualTo(Verdict.VOID);
        assertThat(disclosure.verdict().reasons())
                .anySatisfy(reason -> assertThat(reason.toString())
                        .contains("the certification ended early, and the service answers: no terminals"));
    }

    /** Such as that of a full disk. */
    @Test
    void loadsBeforeAnUnexpectedFailureAreDisclosed() throws IOException {
        Path answers = Files.createFile(folder.resolve("success.bin"));
        AtomicInteger runs = new AtomicInteger();
        try (FaultyBooks bank = new FaultyBooks(FaultyBooks.Fault.NONE)) {
            CertifyPlan plan = Plans.in(folder, bank.url());
            Player failing = (run, talk) -> {
                if (runs.incrementAndGet() > 1) {
                    throw new UncheckedIOException(new IOException("no space left"));
                }
                return Results.of(plan, new AnsweredPositions(0, 0, 0), new AnsweredCommits(0, 0), answers);
            };
            Disclosure disclosure = new Certification(plan, failing, SILENT).run();
            assertThat(disclosure.loads()).hasSize(1);
            assertThat(disclosure.verdict().reasons())
                    .anySatisfy(reason -> assertThat(reason.toString()).endsWith("the service answers: no space left"));
            assertThat(disclosure.acid()).hasSameSizeAs(AcidTest.IDS);
        }
    }

    /** Everything else that such a server says and does may be right. */
    @Test
    void aServerWhoseJournalIsInMemoryFails() throws IOException {
        Disclosure disclosure = certified(FaultyBooks.Fault.IS_NOT_DURABLE, false);
        assertThat(disclosure.verdict().verdict()).isEqualTo(Verdict.FAIL);
        assertThat(disclosure.verdict().reasons())
                .anySatisfy(reason -> assertThat(reason.toString()).startsWith("answers are durable: fail: "));
        assertThat(disclosure.deviations().get(0)).contains("journal is in memory");
    }

    private Disclosure certified(boolean dies) throws IOException {
        return certified(FaultyBooks.Fault.NONE, dies);
    }

    private Disclosure certified(FaultyBooks.Fault fault, boolean dies) throws IOException {
        try (FaultyBooks bank = new FaultyBooks(fault)) {
            Player failing = (run, talk) -> {
                if (dies) {
                    bank.die();
                }
                throw new RunFailure("no terminals");
            };
            return new Certification(Plans.in(folder, bank.url()), failing, SILENT).run();
        }
    }
}
