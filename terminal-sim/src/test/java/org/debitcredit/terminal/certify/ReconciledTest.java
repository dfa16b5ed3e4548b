package org.debitcredit.terminal.certify;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.debitcredit.terminal.contract.BankTotals;
import org.debitcredit.terminal.contract.ReportedKeyStatus;
import org.debitcredit.terminal.contract.SuccessCheck;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A success file of five answers against banks that have something else. */
class ReconciledTest {

    private static final long BEFORE = 100;

    private final Map<UUID, ReportedKeyStatus> bank = new HashMap<>();
    private final SuccessCheck check = new SuccessCheck(this::status, BEFORE);

    private CompletableFuture<ReportedKeyStatus> status(UUID key) {
        ReportedKeyStatus known = bank.get(key);
        return CompletableFuture.completedFuture(
                known == null ? new ReportedKeyStatus("unknown", 0, ReportedKeyStatus.NO_BALANCE) : known);
    }

    private static UUID key(long number) {
        return new UUID(7, number);
    }

    @BeforeEach
    void fill() {
        for (long i = 1; i <= 4; i++) {
            bank.put(key(i), new ReportedKeyStatus(ReportedKeyStatus.COMMITTED, BEFORE + i, 10 * i));
        }
        bank.put(key(5), new ReportedKeyStatus(ReportedKeyStatus.REFUSED, BEFORE + 5, ReportedKeyStatus.NO_BALANCE));
    }

    private Reconciled reconciled(long position, boolean booksBalance, long inFlight) {
        for (long i = 1; i <= 4; i++) {
            check.take(key(i), BEFORE + i, 10 * i);
        }
        check.take(key(5), BEFORE + 5, ReportedKeyStatus.NO_BALANCE);
        return Reconciled.of(check.result(), BEFORE, new BankTotals(position, booksBalance, null, true), inFlight);
    }

    @Test
    void everyAnswerIsFoundAndOneTransactionMayHaveNone() {
        Reconciled whole = reconciled(BEFORE + 6, true, 1);
        assertThat(whole.holds()).isTrue();
        assertThat(whole.words())
                .contains("Of 5 answers the bank had 5", "1 transactions to which nobody got an answer");
    }

    @Test
    void anAnswerThatTheBankDoesNotHaveIsLost() {
        bank.remove(key(3));
        Reconciled lost = reconciled(BEFORE + 5, true, 0);
        assertThat(lost.holds()).isFalse();
        assertThat(lost.words()).contains(key(3).toString(), "unknown");
    }

    @Test
    void anAnswerWithAnotherBalanceIsLost() {
        bank.put(key(2), new ReportedKeyStatus(ReportedKeyStatus.COMMITTED, BEFORE + 2, 21));
        Reconciled lost = reconciled(BEFORE + 5, true, 0);
        assertThat(lost.holds()).isFalse();
        assertThat(lost.words()).contains("balance 20", "balance 21");
    }

    @Test
    void moreTransactionsWithoutAnAnswerThanWereInFlightAreTooMany() {
        assertThat(reconciled(BEFORE + 7, true, 1).holds()).isFalse();
    }

    @Test
    void aHistoryThatIsTooShortDoesNotHold() {
        assertThat(reconciled(BEFORE + 4, true, 9).holds()).isFalse();
    }

    @Test
    void booksThatDoNotBalanceDoNotHold() {
        assertThat(reconciled(BEFORE + 5, false, 0).holds()).isFalse();
    }

    @Test
    void anEmptySuccessFileShowsNothing() {
        Reconciled nothing = Reconciled.of(check.result(), BEFORE, new BankTotals(BEFORE, true, null, true), 0);
        assertThat(nothing.holds()).isFalse();
    }
}
