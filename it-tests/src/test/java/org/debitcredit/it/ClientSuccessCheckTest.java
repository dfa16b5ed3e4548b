package org.debitcredit.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.debitcredit.bank.BankScale;
import org.debitcredit.transaction.Failure;
import org.debitcredit.transaction.Outcome;
import org.debitcredit.transaction.Outcome.Committed;
import org.debitcredit.transaction.Outcome.Failed;
import org.debitcredit.transaction.Outcome.Refused;
import org.debitcredit.transaction.Refusal;
import org.debitcredit.transaction.Transaction;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The checker is checked: each fault is planted in a history that is right, and must be complained of. */
class ClientSuccessCheckTest {

    private static final BankScale SCALE = new BankScale(2, 10, 10_000);
    private static final Random RANDOM = new Random(1);

    private final Sent deposit = Sent.of(Transaction.deposit(1, 5, 100), RANDOM);
    private final Sent tooMuch = Sent.of(Transaction.withdrawal(1, 5, 101), RANDOM);
    private final Sent transfer = Sent.of(Transaction.transfer(1_000_001, 5, 1_000_006, 30), RANDOM);
    private final Sent stranger = Sent.of(Transaction.debitCredit(10, 5, 1), RANDOM);
    private final Sent inFlight = Sent.of(Transaction.debitCredit(2, 1_000_006, -50), RANDOM);
    private final Sent unheard = Sent.of(Transaction.debitCredit(2, 7, 1), RANDOM);
    private final Sent turnedAway = Sent.of(Transaction.debitCredit(2, 8, 1), RANDOM);

    private final Map<UUID, Outcome> told = new LinkedHashMap<>();
    private RestTotals totals = new RestTotals(5, 50, 50, 50, 50, 4, true);
    private Known known;

    @BeforeEach
    void writeARightHistory(@TempDir Path folder) throws IOException {
        List<Sent> acknowledged = List.of(deposit, tooMuch, transfer, stranger);
        List<Outcome> outcomes = List.of(
                new Committed(1, 100),
                new Refused(Refusal.INSUFFICIENT_FUNDS, 2, 100),
                new Committed(3, 70),
                new Refused(Refusal.UNKNOWN_TELLER, 4, 0));
        try (ClientSuccessFile file = new ClientSuccessFile(folder.resolve("success"))) {
            file.sending(acknowledged);
            file.answered(acknowledged, outcomes);
            file.sending(List.of(inFlight, unheard, turnedAway));
            file.answered(
                    List.of(unheard, turnedAway),
                    List.of(new Failed(Failure.OUTCOME_UNKNOWN), new Failed(Failure.NOT_EXECUTED)));
            known = file.read();
        }
        for (int row = 0; row < acknowledged.size(); row++) {
            told.put(acknowledged.get(row).key(), outcomes.get(row));
        }
        told.put(inFlight.key(), new Committed(5, -20));
    }

    private List<String> complaints() {
        return ClientSuccessCheck.complaints(SCALE, known, told, totals);
    }

    @Test
    void aRightHistoryIsNotComplainedOf() {
        assertThat(known.inFlight()).containsExactly(inFlight, unheard);
        assertThat(complaints()).isEmpty();
    }

    @Test
    void anAcknowledgedTransactionThatIsGoneIsLost() {
        told.remove(deposit.key());
        assertThat(complaints()).first().asString().startsWith("lost: " + deposit.key());
    }

    @Test
    void theLastAcknowledgedTransactionGoneIsLostThoughNoGapShows() {
        told.remove(inFlight.key());
        told.remove(stranger.key());
        totals = new RestTotals(3, 100, 100, 100, 100, 3, true);
        assertThat(complaints()).singleElement().asString().startsWith("lost: " + stranger.key());
    }

    @Test
    void anotherBalanceIsAltered() {
        told.put(transfer.key(), new Committed(3, 71));
        assertThat(complaints())
                .anyMatch(complaint -> complaint.startsWith("altered: " + transfer.key()))
                .anyMatch(complaint -> complaint.startsWith("wrong: "));
    }

    @Test
    void aCommittedOneThatIsNowRefusedIsAltered() {
        told.put(deposit.key(), new Refused(Refusal.UNKNOWN_ACCOUNT, 1, 0));
        assertThat(complaints()).first().asString().startsWith("altered: " + deposit.key());
    }

    @Test
    void aPositionOfTwoIsComplainedOf() {
        told.put(unheard.key(), new Committed(5, 1));
        assertThat(complaints()).anyMatch(complaint -> complaint.startsWith("twice: position 5"));
    }

    @Test
    void aPositionOfNobodyIsComplainedOf() {
        told.put(inFlight.key(), new Committed(6, -20));
        assertThat(complaints()).singleElement().asString().startsWith("strange: position 5");
    }

    @Test
    void whatWasToldNotExecutedMustNotBe() {
        told.put(turnedAway.key(), new Committed(6, 1));
        totals = new RestTotals(6, 51, 51, 51, 51, 5, true);
        assertThat(complaints()).singleElement().asString().startsWith("executed after all: " + turnedAway.key());
    }

    @Test
    void anInFlightOneWithAWrongBalanceIsComplainedOf() {
        told.put(inFlight.key(), new Committed(5, 20));
        assertThat(complaints()).singleElement().asString().startsWith("wrong: ");
    }

    @Test
    void sumsThatTheHistoryDoesNotMakeAreComplainedOf() {
        totals = new RestTotals(5, 50, 50, 49, 50, 4, true);
        assertThat(complaints()).singleElement().asString().startsWith("sums: ");
        totals = new RestTotals(6, 50, 50, 50, 50, 4, true);
        assertThat(complaints()).singleElement().asString().startsWith("sums: ");
        totals = new RestTotals(5, 50, 50, 50, 50, 4, false);
        assertThat(complaints()).singleElement().asString().startsWith("sums: ");
    }
}
