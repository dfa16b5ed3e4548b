package org.debitcredit.terminal.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.debitcredit.workload.AtmOperation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AnswerTest {

    private static final String COMMITTED = "{\"status\":\"committed\",\"position\":7,\"balance\":-300}";

    @Test
    void aCommitIsAnAnswer() {
        assertThat(answer(AtmOperation.DEPOSIT, 200, COMMITTED)).isEqualTo(new Answer.Committed(7, -300));
    }

    @Test
    void aBalanceIsAnAnswer() {
        assertThat(answer(AtmOperation.BALANCE, 200, "{\"id\":3,\"balance\":9007199254740993}"))
                .isEqualTo(new Answer.Balance(9007199254740993L));
    }

    @ParameterizedTest
    @CsvSource({
        "422, insufficient-funds",
        "422, overflow",
        "404, unknown-account",
        "404, unknown-target",
        "404, unknown-teller"
    })
    void aBusinessRefusalIsAnAnswer(int status, String reason) {
        assertThat(answer(AtmOperation.TRANSFER, status, problem(status, reason, 12)))
                .isEqualTo(new Answer.Refused(reason, 12));
    }

    @Test
    void anUnknownAccountIsAnAnswerToAnInquiry() {
        String problem = "{\"type\":\"urn:debitcredit:unknown-account\",\"title\":\"no such account\",\"status\":404}";
        assertThat(answer(AtmOperation.BALANCE, 404, problem)).isEqualTo(new Answer.Refused("unknown-account", 0));
    }

    @ParameterizedTest
    @CsvSource({
        "400, malformed",
        "401, unauthenticated",
        "403, forbidden",
        "413, too-large",
        "422, key-conflict",
        "422, key-expired",
        "404, unknown-branch"
    })
    void everythingElseIsAFailure(int status, String reason) {
        assertThat(answer(AtmOperation.WITHDRAWAL, status, problem(status, reason, 12)))
                .isEqualTo(new Answer.Failed("HTTP " + status + " " + reason));
    }

    @ParameterizedTest
    @CsvSource({"503, busy", "503, not-executed", "504, outcome-unknown", "500, insufficient-funds"})
    void aServerThatDidNotDecideHasNotAnswered(int status, String reason) {
        assertThat(answer(AtmOperation.WITHDRAWAL, status, problem(status, reason, 12)))
                .isEqualTo(new Answer.Unanswered("HTTP " + status + " " + reason));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "not JSON", "[]", "null", "{}", "{\"type\":\"https://elsewhere/insufficient-funds\"}"})
    void aRefusalOutsideTheContractIsAFailure(String body) {
        assertThat(answer(AtmOperation.WITHDRAWAL, 422, body)).isEqualTo(new Answer.Failed("HTTP 422"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "not JSON",
                "{}",
                "{\"status\":\"committed\",\"balance\":1}",
                "{\"status\":\"committed\",\"position\":0,\"balance\":1}",
                "{\"status\":\"refused\",\"position\":3,\"balance\":1}",
                "{\"status\":\"committed\",\"position\":3,\"balance\":1.5}"
            })
    void aSuccessOutsideTheContractIsAFailure(String body) {
        assertThat(answer(AtmOperation.DEPOSIT, 200, body))
                .isEqualTo(new Answer.Failed("the answer violates the " + "contract"));
    }

    @Test
    void aRefusalOfMoneyWithoutItsPositionIsAFailure() {
        assertThat(answer(AtmOperation.WITHDRAWAL, 422, "{\"type\":\"urn:debitcredit:insufficient-funds\"}"))
                .isEqualTo(new Answer.Failed("a refusal has no position"));
    }

    @Test
    void aSuccessBelowTheRuleSetsSizeIsAFailure() {
        byte[] body = COMMITTED.getBytes(StandardCharsets.UTF_8);
        assertThat(Answer.of(AtmOperation.DEPOSIT, 200, body, body.length)).isInstanceOf(Answer.Committed.class);
        assertThat(Answer.of(AtmOperation.DEPOSIT, 200, body, 200))
                .isEqualTo(new Answer.Failed("the answer is shorter than 200 bytes"));
    }

    @Test
    void anOutOfTownCommitHasNoBalanceOfThisBank() {
        assertThat(outOfTown(200, "{\"status\":\"committed\",\"position\":7,\"time\":1,\"balance\":5}"))
                .isEqualTo(new Answer.Committed(7, Answer.NO_BALANCE));
        assertThat(outOfTown(202, "{\"status\":\"committed\",\"position\":7,\"time\":1,\"inTransit\":true}"))
                .isEqualTo(new Answer.Committed(7, Answer.NO_BALANCE));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "200 | {}",
                "200 | {\"status\":\"committed\",\"position\":7}",
                "200 | {\"status\":\"committed\",\"position\":7,\"inTransit\":true}",
                "200 | {\"status\":\"committed\",\"balance\":5}",
                "202 | {\"status\":\"committed\",\"position\":7,\"inTransit\":false}",
                "202 | {\"status\":\"committed\",\"position\":7,\"balance\":5}",
                "202 | {\"status\":\"committed\",\"inTransit\":true}"
            })
    void anOutOfTownSuccessOutsideTheContractIsAFailure(int status, String body) {
        assertThat(outOfTown(status, body)).isEqualTo(new Answer.Failed("the answer violates the contract"));
    }

    @Test
    void whatAnotherRegionRefusedHasNoPosition() {
        assertThat(outOfTown(422, "{\"type\":\"urn:debitcredit:insufficient-funds\",\"balance\":5}"))
                .isEqualTo(new Answer.Refused("insufficient-funds", 0));
    }

    @Test
    void aRegionThatIsAwayHasNotAnswered() {
        assertThat(outOfTown(503, "{\"type\":\"urn:debitcredit:region-away\"}"))
                .isEqualTo(new Answer.Unanswered("HTTP 503 region-away"));
    }

    @Test
    void anUnknownRegionIsAFailure() {
        assertThat(outOfTown(404, "{\"type\":\"urn:debitcredit:unknown-region\"}"))
                .isEqualTo(new Answer.Failed("HTTP 404 unknown-region"));
    }

    private static Answer outOfTown(int status, String body) {
        return Answer.outOfTown(status, body.getBytes(StandardCharsets.UTF_8));
    }

    private static Answer answer(AtmOperation operation, int status, String body) {
        return Answer.of(operation, status, body.getBytes(StandardCharsets.UTF_8), 0);
    }

    private static String problem(int status, String reason, long position) {
        return "{\"type\":\"urn:debitcredit:%s\",\"title\":\"t\",\"status\":%d,\"position\":%d}"
                .formatted(reason, status, position);
    }
}
