package org.debitcredit.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.Stream;
import org.debitcredit.bank.BankScale;
import org.debitcredit.bank.Preset;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.transaction.TransactionType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class AtmWorkloadTest {

    private static final int SAMPLES = 200_000;
    private static final int BRANCHES = 20;
    private static final int FUNDED = 50;
    /** Plays teller 3 of branch 4. */
    private static final long TERMINAL = 43;

    @ParameterizedTest
    @EnumSource
    void drawsTheMix(Preset preset) {
        List<AtmRequest> requests = requests(preset);
        for (AtmOperation operation : AtmOperation.values()) {
            long count = requests.stream()
                    .filter(request -> request.operation() == operation)
                    .count();
            assertThat(Shares.fits(count, SAMPLES, Scenario.ATM.share(operation) / 100.0))
                    .as("%s: %d", operation, count)
                    .isTrue();
            assertThat(Shares.fits(count, SAMPLES, (Scenario.ATM.share(operation) + 1) / 100.0))
                    .as("the check rejects one per cent more")
                    .isFalse();
        }
    }

    @ParameterizedTest
    @EnumSource
    void keeps85PercentOfAccountsInTheBranch(Preset preset) {
        List<AtmRequest> requests = requests(preset);
        long local = requests.stream()
                .filter(request -> BankScale.branchOf(account(request)) == 4)
                .count();
        // Gray's foreign accounts come from all branches, so some of them are local too.
        double share = preset.foreignIsOther() ? 0.85 : 0.85 + 0.15 / BRANCHES;
        assertThat(Shares.fits(local, SAMPLES, share)).isTrue();
        assertThat(Shares.fits(local, SAMPLES, 0.80)).isFalse();
        assertThat(Shares.fits(local, SAMPLES, 0.90)).isFalse();
    }

    @ParameterizedTest
    @EnumSource
    void amountsAreInTheirRanges(Preset preset) {
        BankScale scale = preset.scale(BRANCHES);
        for (Transaction transaction : transactions(preset)) {
            assertThat(transaction.malformed()).isNull();
            assertThat(transaction.teller()).isEqualTo(scale.tellerId(4, 3));
            assertThat(scale.hasAccount(transaction.account())).isTrue();
            long amount = transaction.amountMinor();
            if (transaction.type().checksFunds()) {
                assertThat(amount).isBetween(20_00L, 200_00L);
                assertThat(amount % 20_00).isZero();
                assertThat(BankScale.sequenceOf(transaction.account())).isLessThan(FUNDED);
            } else {
                assertThat(Math.abs(amount)).isBetween(1L, preset.amountMinorMax());
            }
        }
    }

    @Test
    void cashIsUniformOverTheNotes() {
        List<Transaction> withdrawals = transactions(Preset.GRAY2005).stream()
                .filter(transaction -> transaction.type() == TransactionType.WITHDRAWAL)
                .toList();
        for (int notes = 1; notes <= AtmWorkload.NOTES_MAX; notes++) {
            long amount = notes * AtmWorkload.NOTE_MINOR;
            long count = withdrawals.stream()
                    .filter(transaction -> transaction.amountMinor() == amount)
                    .count();
            assertThat(Shares.fits(count, withdrawals.size(), 0.1)).isTrue();
        }
    }

    @Test
    void terminalsPlayTheTellersInTurn() {
        BankScale scale = new BankScale(3, 2, 100);
        assertThat(Stream.of(0L, 1L, 2L, 5L, 6L, 13L).map(terminal -> AtmWorkload.tellerOf(scale, terminal)))
                .containsExactly(0L, 1L, 1_000_000L, 2_000_001L, 0L, 1L);
    }

    @Test
    void theSeedRepeatsARunAndTerminalsDiffer() {
        assertThat(tenOf(7, 1)).isEqualTo(tenOf(7, 1));
        assertThat(tenOf(7, 1)).isNotEqualTo(tenOf(7, 2)).isNotEqualTo(tenOf(8, 1));
        assertThat(tenOf(7, 0)).as("two terminals of the same teller").isNotEqualTo(tenOf(7, 10));
    }

    @Test
    void aTransferNeverGoesToItsOwnAccount() {
        AtmWorkload workload = new AtmWorkload(new BankScale(1, 1, 2), Scenario.ATM, Preset.GRAY2005, 1, 0, 1);
        for (int i = 0; i < 1_000; i++) {
            if (workload.next() instanceof AtmRequest.Money money) {
                assertThat(money.transaction().malformed()).isNull();
            }
        }
    }

    @Test
    void refusesABankItCannotPlay() {
        assertThatThrownBy(() -> new AtmWorkload(new BankScale(1, 1, 1), Scenario.ATM, Preset.GRAY2005, 1, 0, 1))
                .hasMessageContaining("two");
        assertThatThrownBy(() -> new AtmWorkload(new BankScale(1, 1, 10), Scenario.ATM, Preset.GRAY2005, 1, 0, 11))
                .hasMessageContaining("fundedPerBranch is 11");
    }

    private static List<AtmRequest> tenOf(long seed, long terminal) {
        AtmWorkload workload =
                new AtmWorkload(Preset.GRAY2005.scale(1), Scenario.ATM, Preset.GRAY2005, seed, terminal, FUNDED);
        return Stream.generate(workload::next).limit(10).toList();
    }

    private static List<AtmRequest> requests(Preset preset) {
        AtmWorkload workload = new AtmWorkload(preset.scale(BRANCHES), Scenario.ATM, preset, 2005, TERMINAL, FUNDED);
        return Stream.generate(workload::next).limit(SAMPLES).toList();
    }

    private static List<Transaction> transactions(Preset preset) {
        return requests(preset).stream()
                .filter(AtmRequest.Money.class::isInstance)
                .map(request -> ((AtmRequest.Money) request).transaction())
                .toList();
    }

    private static long account(AtmRequest request) {
        return request instanceof AtmRequest.Money money
                ? money.transaction().account()
                : ((AtmRequest.BalanceInquiry) request).account();
    }
}
