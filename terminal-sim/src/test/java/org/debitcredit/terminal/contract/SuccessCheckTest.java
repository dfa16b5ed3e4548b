package org.debitcredit.terminal.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.debitcredit.terminal.console.RunFailure;
import org.junit.jupiter.api.Test;

class SuccessCheckTest {

    private static final long POSITION_BEFORE = 40;

    private final Map<UUID, ReportedKeyStatus> bank = new ConcurrentHashMap<>();
    private final SuccessCheck check = new SuccessCheck(
            key -> CompletableFuture.supplyAsync(
                    () -> bank.getOrDefault(key, new ReportedKeyStatus("unknown", 0, ReportedKeyStatus.NO_BALANCE))),
            POSITION_BEFORE);

    @Test
    void findsEveryAnswerThatTheBankKept() {
        for (int i = 1; i <= 1_000; i++) {
            bank.put(key(i), new ReportedKeyStatus(ReportedKeyStatus.COMMITTED, POSITION_BEFORE + i, i));
            check.take(key(i), POSITION_BEFORE + i, i);
        }
        bank.put(key(1_001), new ReportedKeyStatus(ReportedKeyStatus.REFUSED, 1_041, ReportedKeyStatus.NO_BALANCE));
        check.take(key(1_001), 1_041, ReportedKeyStatus.NO_BALANCE);
        SuccessCheck.Result result = check.result();
        assertThat(result.answers()).isEqualTo(1_001);
        assertThat(result.found()).isEqualTo(1_001);
        assertThat(result.lost()).isZero();
        assertThat(result.positions()).isEqualTo(1_001);
        assertThat(result.differences()).isEmpty();
    }

    @Test
    void aForgottenKeyIsLost() {
        check.take(key(1), 41, 100);
        assertLost("unknown");
    }

    @Test
    void anotherBalanceIsALoss() {
        bank.put(key(1), new ReportedKeyStatus(ReportedKeyStatus.COMMITTED, 41, 99));
        check.take(key(1), 41, 100);
        assertLost("balance 99");
    }

    @Test
    void anotherPositionIsALoss() {
        bank.put(key(1), new ReportedKeyStatus(ReportedKeyStatus.COMMITTED, 42, 100));
        check.take(key(1), 41, 100);
        assertLost("position 42");
    }

    @Test
    void aCommitThatBecameARefusalIsALoss() {
        bank.put(key(1), new ReportedKeyStatus(ReportedKeyStatus.REFUSED, 41, ReportedKeyStatus.NO_BALANCE));
        check.take(key(1), 41, 100);
        assertLost("refused at position 41");
    }

    @Test
    void onePositionOfTwoAnswersIsALoss() {
        bank.put(key(1), new ReportedKeyStatus(ReportedKeyStatus.COMMITTED, 41, 100));
        bank.put(key(2), new ReportedKeyStatus(ReportedKeyStatus.COMMITTED, 41, 100));
        check.take(key(1), 41, 100);
        check.take(key(2), 41, 100);
        assertThat(check.result().found()).isEqualTo(1);
        assertThat(check.result().positions()).isEqualTo(1);
        assertLost("position of another answer");
    }

    @Test
    void aPositionFromBeforeTheRunIsALoss() {
        bank.put(key(1), new ReportedKeyStatus(ReportedKeyStatus.COMMITTED, POSITION_BEFORE, 100));
        check.take(key(1), POSITION_BEFORE, 100);
        assertLost("older than the run");
    }

    @Test
    void anExpiredKeyIsCounted() {
        bank.put(key(1), new ReportedKeyStatus(ReportedKeyStatus.EXPIRED, 0, ReportedKeyStatus.NO_BALANCE));
        check.take(key(1), 41, 100);
        assertThat(check.result().expired()).isEqualTo(1);
        assertLost("expired");
    }

    @Test
    void aLookUpWithoutAnAnswerIsNoVerdict() {
        SuccessCheck unreachable = new SuccessCheck(
                key -> CompletableFuture.failedFuture(new IllegalStateException("no connection")), POSITION_BEFORE);
        unreachable.take(key(1), 41, 100);
        assertThatThrownBy(unreachable::result).isInstanceOf(RunFailure.class).hasMessageContaining("no connection");
    }

    private void assertLost(String difference) {
        SuccessCheck.Result result = check.result();
        assertThat(result.lost()).isEqualTo(1);
        assertThat(result.differences()).singleElement().asString().contains(difference);
    }

    private static UUID key(int number) {
        return new UUID(0, number);
    }
}
