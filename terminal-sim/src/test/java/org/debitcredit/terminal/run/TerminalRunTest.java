package org.debitcredit.terminal.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.debitcredit.bank.Preset;
import org.debitcredit.terminal.contract.Answer;
import org.debitcredit.terminal.contract.BankInfo;
import org.debitcredit.workload.AtmOperation;
import org.debitcredit.workload.AtmRequest;
import org.junit.jupiter.api.Test;

class TerminalRunTest {

    private final TerminalRun run = new TerminalRun(
            TerminalPlanTest.plan("http://127.0.0.1:1", 2),
            new BankInfo(Preset.GRAY2005, Preset.GRAY2005.scale(2), 40));

    @Test
    void commitsAndRefusalsAreAnswersWithAPosition() {
        run.record(AtmOperation.DEPOSIT, new Answer.Committed(41, 100), 1_000_000);
        run.record(AtmOperation.WITHDRAWAL, new Answer.Refused("insufficient-funds", 42), 1_000_000);
        assertThat(run.keyedAnswers().distinct()).isEqualTo(2);
        assertThat(run.responseTimes().overall().count()).isEqualTo(2);
        assertThat(run.refusals().byReason()).isEqualTo(Map.of("insufficient-funds", 1L));
        assertThat(run.failures().total()).isZero();
    }

    @Test
    void inquiriesAreAnswersWithoutAPosition() {
        run.record(AtmOperation.BALANCE, new Answer.Balance(100), 1_000_000);
        run.record(AtmOperation.BALANCE, new Answer.Refused("unknown-account", 0), 1_000_000);
        assertThat(run.responseTimes().of(AtmOperation.BALANCE).count()).isEqualTo(2);
        assertThat(run.keyedAnswers().distinct()).isZero();
        assertThat(run.keyedAnswers().astray()).isZero();
    }

    @Test
    void failuresAreCountedByReasonAndNotAmongTheResponseTimes() {
        run.record(AtmOperation.DEPOSIT, new Answer.Failed("HTTP 503 busy"), 1_000_000);
        run.record(AtmOperation.DEPOSIT, new Answer.Failed("no response"), 60_000_000_000L);
        assertThat(run.failures().byReason()).isEqualTo(Map.of("HTTP 503 busy", 1L, "no response", 1L));
        assertThat(run.responseTimes().overall().isEmpty()).isTrue();
    }

    @Test
    void startsWithItsFirstTerminal() {
        assertThat(run.elapsedNanos()).isZero();
        assertThat(run.remainingNanos()).isEqualTo(30_000_000_000L);
        run.open();
        run.open();
        assertThat(run.active()).isEqualTo(2);
        assertThat(run.remainingNanos()).isPositive();
        assertThat(run.terminalNanos()).isPositive().isLessThanOrEqualTo(60_000_000_000L);
        run.close();
        assertThat(run.active()).isEqualTo(1);
    }

    @Test
    void aRequestWithoutAResponseIsAFailure() {
        AtmExchange exchange = new AtmExchange(new AtmRequest.BalanceInquiry(7));
        exchange.end(run);
        assertThat(run.failures().byReason()).isEqualTo(Map.of("no response", 1L));
    }

    @Test
    void aRequestWithAResponseIsCountedOnce() {
        AtmExchange exchange = new AtmExchange(new AtmRequest.BalanceInquiry(7));
        assertThat(exchange.balancePath()).isEqualTo("/v1/accounts/7");
        exchange.answered(run, 503, new byte[0]);
        exchange.end(run);
        assertThat(run.failures().byReason()).isEqualTo(Map.of("HTTP 503", 1L));
    }
}
