package org.debitcredit.terminal.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Objects;
import org.debitcredit.terminal.console.RunFailure;
import org.debitcredit.terminal.contract.BankDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The plug that a person pulls, on doubles of the bank that keep every answer, and that do not. */
@Timeout(60)
class LivePlugTest {

    private static String ticket(AnsweringBank bank) {
        return Objects.requireNonNull(bank.plug.view().ticket());
    }

    private static Pull pulled(AnsweringBank bank) {
        assertThat(bank.plug.pull(ticket(bank))).isTrue();
        List<Pull> pulls = bank.checked().pulls();
        return pulls.get(pulls.size() - 1);
    }

    @Test
    void anHonestBankHasEveryAnswerAfterEachKill() {
        try (AnsweringBank bank = new AnsweringBank(BankDouble.honest())) {
            bank.deposit(50);
            Pull first = pulled(bank);
            assertThat(first.pid()).isEqualTo(1_000);
            assertThat(Objects.requireNonNull(first.outage()).recovery()).containsExactly("the double listens again");
            Pull.Found found = Objects.requireNonNull(first.found());
            assertThat(found.answers().answers()).isGreaterThanOrEqualTo(50);
            assertThat(found.answers().found()).isEqualTo(found.answers().answers());
            assertThat(found.isAll()).isTrue();
            assertThat(found.silence()).isPositive();
            assertThat(bank.plug.view().pid()).isEqualTo(1_001);
            assertThat(pulled(bank).pid()).isEqualTo(1_001);
            assertThat(bank.plug.end()).hasSize(2);
        }
    }

    @Test
    void aTicketIsGoodForOneKill() {
        try (AnsweringBank bank = new AnsweringBank(BankDouble.honest())) {
            bank.deposit(1);
            String ticket = ticket(bank);
            assertThat(bank.plug.pull("")).isFalse();
            assertThat(bank.plug.pull(ticket)).isTrue();
            assertThat(bank.plug.pull(ticket)).as("at the same time").isFalse();
            bank.checked();
            assertThat(ticket(bank)).isNotEqualTo(ticket);
            assertThat(bank.plug.pull(ticket)).as("once more").isFalse();
            assertThat(bank.kills).hasValue(1);
        }
    }

    @Test
    void aBankThatForgetsAnAnswerIsCaught() {
        try (AnsweringBank bank = new AnsweringBank(BankDouble.forgettingAKey())) {
            bank.deposit(50);
            Pull.Found found = Objects.requireNonNull(pulled(bank).found());
            assertThat(found.answers().lost()).isEqualTo(1);
            assertThat(found.answers().differences()).hasSize(1);
            assertThat(found.isAll()).isFalse();
        }
    }

    @Test
    void aServerThatDoesNotComeBackIsAFailureOfTheDemo() {
        BankDouble bank = BankDouble.honest();
        try (AnsweringBank plugged = new AnsweringBank(bank) {
            @Override
            public List<String> startAgain() {
                throw new RunFailure("the server ended before it was ready");
            }
        }) {
            plugged.deposit(1);
            assertThat(plugged.plug.pull(ticket(plugged))).isTrue();
            assertThatThrownBy(plugged.plug::end)
                    .isInstanceOf(RunFailure.class)
                    .hasMessage("the server ended before it was ready");
            assertThat(plugged.plug.view().state()).isEqualTo(LivePlug.State.FAILED);
            assertThat(plugged.plug.view().ticket()).isNull();
        }
    }

    @Test
    void afterTheEndThereIsNoKill() {
        try (AnsweringBank bank = new AnsweringBank(BankDouble.honest())) {
            String ticket = ticket(bank);
            assertThat(bank.plug.end()).isEmpty();
            assertThat(bank.plug.pull(ticket)).isFalse();
            bank.plug.verdict("PASSED");
            assertThat(bank.plug.view().state()).isEqualTo(LivePlug.State.ENDED);
            assertThat(bank.kills).hasValue(0);
        }
    }
}
