package org.debitcredit.terminal.nation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.debitcredit.terminal.console.RunFailure;
import org.debitcredit.terminal.contract.Answer;
import org.debitcredit.terminal.contract.ReportedKeyStatus;
import org.debitcredit.terminal.run.SuccessFile;
import org.junit.jupiter.api.Test;

class AnswerCheckTest {

    private static final ReportedKeyStatus UNKNOWN = new ReportedKeyStatus("unknown", 0, ReportedKeyStatus.NO_BALANCE);

    private final Map<UUID, ReportedKeyStatus> region = new HashMap<>();

    private static UUID key(int number) {
        return new UUID(0, number);
    }

    private static SuccessFile.Entry told(int key, long position, long balanceMinor) {
        return new SuccessFile.Entry(key(key), 0, position, balanceMinor);
    }

    private AnswerCheck.Result check(long positionBefore, SuccessFile.Entry... answers) {
        AnswerCheck check = new AnswerCheck(
                key -> CompletableFuture.completedFuture(region.getOrDefault(key, UNKNOWN)), positionBefore);
        List.of(answers).forEach(check::take);
        return check.result();
    }

    @Test
    void answers_that_the_region_has_are_found() {
        region.put(key(1), new ReportedKeyStatus(ReportedKeyStatus.COMMITTED, 11, 500));
        region.put(key(2), new ReportedKeyStatus(ReportedKeyStatus.COMMITTED, 12, -7));
        region.put(key(3), new ReportedKeyStatus(ReportedKeyStatus.REFUSED, 13, ReportedKeyStatus.NO_BALANCE));
        AnswerCheck.Result result = check(
                10,
                told(1, 11, 500),
                told(2, 12, Answer.NO_BALANCE),
                told(3, 13, SuccessFile.REFUSED),
                told(4, 0, SuccessFile.REFUSED));
        assertThat(result).isEqualTo(new AnswerCheck.Result(4, 0, List.of()));
    }

    @Test
    void a_commit_that_the_region_does_not_know_is_lost() {
        AnswerCheck.Result result = check(0, told(1, 11, Answer.NO_BALANCE));
        assertThat(result.lost()).isOne();
        assertThat(result.differences().get(0))
                .isEqualTo(key(1) + " was answered as committed at position 11; the region says that it is unknown");
    }

    @Test
    void another_position_outcome_or_balance_is_a_loss() {
        region.put(key(1), new ReportedKeyStatus(ReportedKeyStatus.COMMITTED, 12, 500));
        region.put(key(2), new ReportedKeyStatus(ReportedKeyStatus.REFUSED, 21, ReportedKeyStatus.NO_BALANCE));
        region.put(key(3), new ReportedKeyStatus(ReportedKeyStatus.COMMITTED, 31, 499));
        region.put(key(4), new ReportedKeyStatus(ReportedKeyStatus.COMMITTED, 41, 1));
        AnswerCheck.Result result = check(
                0,
                told(1, 11, Answer.NO_BALANCE),
                told(2, 21, Answer.NO_BALANCE),
                told(3, 31, 500),
                told(4, 41, SuccessFile.REFUSED));
        assertThat(result.lost()).isEqualTo(4);
    }

    @Test
    void what_the_other_region_refused_must_not_be_committed_here() {
        region.put(key(1), new ReportedKeyStatus(ReportedKeyStatus.COMMITTED, 11, 500));
        assertThat(check(0, told(1, 0, SuccessFile.REFUSED)).differences().get(0))
                .contains("refused by the other region", "committed at position 11");
    }

    @Test
    void two_answers_with_one_position_are_a_loss() {
        region.put(key(1), new ReportedKeyStatus(ReportedKeyStatus.COMMITTED, 11, 500));
        region.put(key(2), new ReportedKeyStatus(ReportedKeyStatus.COMMITTED, 11, 500));
        AnswerCheck.Result result = check(0, told(1, 11, 500), told(2, 11, Answer.NO_BALANCE));
        assertThat(result.lost()).isOne();
        assertThat(result.differences().get(0)).contains("the position of another answer");
    }

    @Test
    void a_region_that_does_not_answer_is_no_result() {
        AnswerCheck check = new AnswerCheck(key -> CompletableFuture.failedFuture(new RunFailure("away")), 0);
        check.take(told(1, 11, 500));
        assertThatThrownBy(check::result).isInstanceOf(RunFailure.class).hasMessageContaining("away");
    }
}
