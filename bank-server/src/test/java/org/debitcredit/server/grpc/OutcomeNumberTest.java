package org.debitcredit.server.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.debitcredit.transaction.Failure;
import org.debitcredit.transaction.Outcome;
import org.debitcredit.transaction.OutcomeNumber;
import org.debitcredit.transaction.Refusal;
import org.junit.jupiter.api.Test;

class OutcomeNumberTest {

    @Test
    void theContractNamesEveryCodeAndNoOther() {
        Map<Integer, String> expected = new TreeMap<>();
        expected.put(0, "OUTCOME_UNSPECIFIED");
        expected.put(OutcomeNumber.of(Outcome.COMMITTED), "OUTCOME_COMMITTED");
        for (Refusal refusal : Refusal.values()) {
            expected.put(OutcomeNumber.of(refusal.code()), name(refusal.id()));
        }
        for (Failure failure : Failure.values()) {
            expected.put(OutcomeNumber.of(failure.code()), name(failure.id()));
        }
        Map<Integer, String> found = new TreeMap<>();
        for (org.debitcredit.wire.v1.Outcome outcome : org.debitcredit.wire.v1.Outcome.values()) {
            if (outcome != org.debitcredit.wire.v1.Outcome.UNRECOGNIZED) {
                found.put(outcome.getNumber(), outcome.name());
            }
        }
        assertThat(found).isEqualTo(expected);
    }

    private static String name(String id) {
        return "OUTCOME_" + id.toUpperCase(Locale.ROOT).replace('-', '_');
    }

    @Test
    void whatIsNoOutcomeIsNoSuccess() {
        assertThat(OutcomeNumber.code(0)).isEqualTo(Failure.OUTCOME_UNKNOWN.code());
        assertThat(OutcomeNumber.code(-1)).isEqualTo(Failure.OUTCOME_UNKNOWN.code());
        for (int number : new int[] {1_000, 96, 100, 127}) {
            assertThat(OutcomeNumber.code(number)).isEqualTo(Failure.OUTCOME_UNKNOWN.code());
            assertThat(Outcome.of(OutcomeNumber.code(number), 0, 0)).isInstanceOf(Outcome.Failed.class);
        }
        assertThat(OutcomeNumber.code(OutcomeNumber.of(Failure.LEDGER_DAMAGED.code())))
                .isEqualTo(Failure.LEDGER_DAMAGED.code());
    }
}
