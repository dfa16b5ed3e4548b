package org.debitcredit.terminal.certify;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.util.concurrent.CompletionException;
import org.debitcredit.measure.verdict.Verdict;
import org.debitcredit.terminal.console.RunFailure;
import org.debitcredit.terminal.console.Talk;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class CertificationStepsTest {

    private static final Talk SILENT = new Talk(new PrintStream(OutputStream.nullOutputStream()));

    private final CertificationSteps steps = new CertificationSteps(SILENT);

    @Test
    void aStepThatComesToItsEndFindsNothing() {
        steps.carryOut("the power cut", () -> {});
        assertThat(steps.failed()).isEmpty();
    }

    @Test
    void aStepThatFailsLeavesTheCertificationUndecided() {
        steps.carryOut("the power cut", () -> {
            throw new UncheckedIOException(new IOException("disk full"));
        });
        assertThat(steps.failed())
                .singleElement()
                .hasToString("every step comes to its end: undecided: the power cut: disk full");
    }

    @Test
    void aServiceThatDoesNotAnswerAfterAStepHasFailed() throws IOException {
        try (FaultyBooks bank = new FaultyBooks(FaultyBooks.Fault.NONE)) {
            Inspector service = bank.inspector();
            steps.carryOut("the kill test", service, () -> {
                throw new IllegalStateException("odd");
            });
            bank.die();
            steps.carryOut("the books after the kill", service, () -> {
                throw new CompletionException(new RunFailure("no totals"));
            });
        }
        assertThat(steps.failed())
                .extracting(finding -> finding.verdict())
                .containsExactly(Verdict.UNDECIDED, Verdict.FAIL);
        assertThat(steps.failed().get(1).rule()).isEqualTo(ServiceRule.NAME);
    }
}
