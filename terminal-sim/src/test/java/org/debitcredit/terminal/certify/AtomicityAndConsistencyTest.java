package org.debitcredit.terminal.certify;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.debitcredit.terminal.report.AcidTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Atomicity and consistency of a bank that keeps its books, and of banks that do not. */
class AtomicityAndConsistencyTest {

    private static Tested atomicity(FaultyBooks.Fault fault) throws IOException {
        try (FaultyBooks bank = new FaultyBooks(fault)) {
            return Atomicity.test(bank.inspector(), 7);
        }
    }

    private static Tested consistency(FaultyBooks.Fault fault) throws IOException {
        try (FaultyBooks bank = new FaultyBooks(fault)) {
            Atomicity.test(bank.inspector(), 7);
            Consistency consistency = new Consistency(7);
            consistency.check("after the loads", bank.inspector());
            return consistency.tested();
        }
    }

    @Test
    void aBankThatKeepsItsBooksHolds() throws IOException {
        assertThat(atomicity(FaultyBooks.Fault.NONE).test().outcome()).isEqualTo(AcidTest.Outcome.HELD);
        assertThat(consistency(FaultyBooks.Fault.NONE).test().outcome()).isEqualTo(AcidTest.Outcome.HELD);
    }

    @ParameterizedTest
    @EnumSource(
            value = FaultyBooks.Fault.class,
            names = {"FORGETS_THE_TELLER", "FORGETS_THE_HISTORY", "DOES_NOTHING", "PAYS_WHAT_IT_REFUSES"})
    void aTransactionThatChangesNotAllOrNotNothingIsBroken(FaultyBooks.Fault fault) throws IOException {
        assertThat(atomicity(fault).test().outcome()).isEqualTo(AcidTest.Outcome.BROKEN);
    }

    @Test
    void whatWasWrongIsToldInWords() throws IOException {
        assertThat(atomicity(FaultyBooks.Fault.FORGETS_THE_TELLER).test().found())
                .matches("A debit-credit of -?[\\d,]+ on account \\d+ at teller \\d+ was committed at position 1 with "
                        + "balance -?[\\d,]+, and changed account by -?[\\d,]+, target by 0, teller by 0 and branch by "
                        + "-?[\\d,]+\\.");
        assertThat(atomicity(FaultyBooks.Fault.PAYS_WHAT_IT_REFUSES).test().found())
                .contains("do not cover, was refused (insufficient-funds), and changed account by 0, ");
    }

    @ParameterizedTest
    @EnumSource(
            value = FaultyBooks.Fault.class,
            names = {"FORGETS_THE_TELLER", "FORGETS_THE_HISTORY", "PAYS_WHAT_IT_REFUSES", "HIDES_A_DIFFERENCE"})
    void booksThatDifferAreBrokenWhateverTheServerSays(FaultyBooks.Fault fault) throws IOException {
        Tested tested = consistency(fault);
        assertThat(tested.test().outcome()).isEqualTo(AcidTest.Outcome.BROKEN);
        assertThat(tested.test().found()).contains("after the loads");
    }

    @Test
    void booksThatWereNeverComparedAreNoProof() {
        Tested tested = new Consistency(7).tested();
        assertThat(tested.test().outcome()).isEqualTo(AcidTest.Outcome.NOT_RUN);
        assertThat(tested.possible()).isTrue();
    }
}
