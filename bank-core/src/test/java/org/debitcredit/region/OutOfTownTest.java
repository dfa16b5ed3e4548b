package org.debitcredit.region;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.UUID;
import org.debitcredit.bank.BankScale;
import org.debitcredit.transaction.Reference;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.transaction.TransactionKey;
import org.debitcredit.transaction.TransactionType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each half tells the other. */
class OutOfTownTest {

    private static final Correspondents CORRESPONDENTS = new Correspondents(new BankScale(1_000_000, 10, 10_000), 12);
    private static final TransactionKey KEY =
            TransactionKey.of(-77, TransactionKey.uuidV7(1_700_000_000_000L, -1, Long.MIN_VALUE));

    private static OutOfTown transaction(TransactionType type, long amountMinor, @Nullable String reference) {
        return new OutOfTown(
                3,
                11,
                type,
                999_998_000_009L,
                123_004_711L,
                amountMinor,
                KEY,
                reference == null ? null : Reference.of(reference));
    }

    @ParameterizedTest
    @CsvSource({
        "DEPOSIT, 1, ",
        "DEPOSIT, 9223372036854775807, ATM 17",
        "WITHDRAWAL, 2000, '|rent|'",
        "DEBIT_CREDIT, -5, ÄÖÜäöüßÄÖÜ12",
        "DEBIT_CREDIT, 5, 12345678901234567890123",
    })
    void each_half_tells_the_whole(TransactionType type, long amountMinor, @Nullable String reference) {
        OutOfTown transaction = transaction(type, amountMinor, reference);

        Transaction there = transaction.issuerHalf(CORRESPONDENTS);
        assertThat(there.malformed()).isNull();
        assertThat(there.teller()).isEqualTo(CORRESPONDENTS.networkTeller(3));
        assertThat(OutOfTown.ofIssuerHalf(3, 11, there.type(), there.account(), there.amountMinor(), there.reference()))
                .usingRecursiveComparison()
                .isEqualTo(transaction);

        Transaction here = transaction.acquirerHalf(CORRESPONDENTS);
        assertThat(here.malformed()).isNull();
        assertThat(here.account()).isEqualTo(CORRESPONDENTS.dueFrom(11));
        assertThat(OutOfTown.ofAcquirerHalf(3, 11, here.teller(), here.amountMinor(), KEY, here.reference()))
                .usingRecursiveComparison()
                .isEqualTo(transaction);
    }

    @Test
    void the_halves_of_a_withdrawal_take_out_the_same() {
        OutOfTown transaction = transaction(TransactionType.WITHDRAWAL, 300, null);
        assertThat(transaction.signedMinor()).isEqualTo(-300);
        assertThat(transaction.isPaidIn()).isFalse();
        assertThat(transaction.acquirerHalf(CORRESPONDENTS).amountMinor()).isEqualTo(-300);
        assertThat(transaction.issuerHalf(CORRESPONDENTS).amountMinor()).isEqualTo(300);
    }

    @Test
    void the_derived_keys_are_keys_of_the_same_time_and_all_different() {
        OutOfTown transaction = transaction(TransactionType.DEPOSIT, 1, null);
        UUID half = transaction.issuerKey();
        UUID back = transaction.issuerTakeBackKey();
        UUID reversal = transaction.issuerReversalKey(KEY);
        UUID here = transaction.acquirerTakeBackKey().uuid();
        assertThat(new UUID[] {half, back, reversal, here, KEY.uuid()}).doesNotHaveDuplicates();
        for (UUID derived : new UUID[] {half, back, reversal, here}) {
            assertThat(TransactionKey.hasTime(derived.getMostSignificantBits(), derived.getLeastSignificantBits()))
                    .isTrue();
            assertThat(TransactionKey.timeMillis(derived.getMostSignificantBits()))
                    .isEqualTo(1_700_000_000_000L);
        }
        assertThat(transaction(TransactionType.WITHDRAWAL, 7, "other").issuerKey())
                .as("the content is part of it, so that two transactions under one key are told apart")
                .isNotEqualTo(half);
    }

    @Test
    void the_keys_of_two_clients_and_of_two_acquirers_differ() {
        OutOfTown one = transaction(TransactionType.DEPOSIT, 1, null);
        OutOfTown ofAnotherClient =
                new OutOfTown(3, 11, one.type(), one.till(), one.account(), 1, TransactionKey.of(5, KEY.uuid()), null);
        OutOfTown ofAnotherRegion = new OutOfTown(4, 11, one.type(), one.till(), one.account(), 1, KEY, null);
        assertThat(one.issuerKey()).isNotEqualTo(ofAnotherClient.issuerKey()).isNotEqualTo(ofAnotherRegion.issuerKey());
    }

    @ParameterizedTest
    @CsvSource({"o", "oAAAA", "x123", "''", "oAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA!"})
    void other_transactions_are_no_halves(String text) {
        Reference reference = text.isEmpty() ? null : Reference.of(text);
        assertThat(OutOfTown.ofIssuerHalf(3, 11, TransactionType.DEPOSIT, 5, 1, reference))
                .isNull();
        assertThat(OutOfTown.ofAcquirerHalf(3, 11, 5, 1, KEY, reference)).isNull();
    }

    @Test
    void what_cannot_be_out_of_town_is_refused() {
        assertThat(OutOfTown.malformed(Transaction.transfer(1, 2, 3, 4))).contains("type is transfer");
        assertThat(OutOfTown.malformed(Transaction.deposit(1, 2, 3).with(Reference.of("123456789012345678901234"))))
                .contains("24 bytes");
        long largest = OutOfTown.AMOUNT_MINOR_MAX;
        assertThat(OutOfTown.malformed(Transaction.deposit(1, 2, largest))).isNull();
        assertThat(OutOfTown.malformed(Transaction.debitCredit(1, 2, -largest))).isNull();
        assertThat(OutOfTown.malformed(Transaction.deposit(1, 2, largest + 1))).contains("at most " + largest);
        assertThat(OutOfTown.malformed(Transaction.debitCredit(1, 2, -largest - 1)))
                .contains("at most " + largest);
        assertThat(OutOfTown.malformed(Transaction.debitCredit(1, 2, Long.MIN_VALUE)))
                .contains("at most " + largest);
        assertThatThrownBy(() -> new OutOfTown(3, 3, TransactionType.DEPOSIT, 1, 2, 3, KEY, null))
                .hasMessageContaining("both region 3");
    }
}
