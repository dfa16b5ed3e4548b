package org.debitcredit.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import org.debitcredit.bank.BankScale;
import org.debitcredit.bank.Preset;
import org.debitcredit.workload.DebitCreditWorkload;
import org.junit.jupiter.api.Test;

class RequestColumnsTest {

    private static final byte DEBIT_CREDIT = TransactionType.DEBIT_CREDIT.code();

    private static void assertDigestsAreOfTheirRows(RequestColumns requests) {
        for (int row = 0; row < requests.size(); row++) {
            assertThat(requests.digest[row])
                    .isEqualTo(ContentDigest.of(
                            requests.type[row],
                            requests.teller[row],
                            requests.account[row],
                            requests.target[row],
                            requests.amount[row]));
        }
    }

    @Test
    void whoever_writes_a_row_writes_its_digest() {
        RequestColumns requests = new RequestColumns(8);
        requests.add(Transaction.debitCredit(1, 2, 3), new TransactionKey(0, 1, 1));
        requests.add(Transaction.debitCredit(1, 2, -3), new TransactionKey(0, 1, 2));
        assertDigestsAreOfTheirRows(requests);
        assertThat(requests.digest[0]).isNotEqualTo(requests.digest[1]);
        requests.put(0, DEBIT_CREDIT, 4, 5, Transaction.NO_TARGET, 6);
        assertDigestsAreOfTheirRows(requests);
        RequestColumns copy = new RequestColumns(8);
        copy.addFrom(requests, 1, 1);
        assertDigestsAreOfTheirRows(copy);
        requests.amount[1] = 7;
        requests.size(2);
        assertDigestsAreOfTheirRows(requests);
    }

    @Test
    void a_batch_filled_by_a_workload_has_the_digests_of_what_is_in_it() {
        RequestColumns requests = new RequestColumns(100);
        requests.keys.add(0, 1, 1, 100);
        for (int i = 0; i < 100; i++) {
            requests.addContent(DEBIT_CREDIT, 0, 0, Transaction.NO_TARGET, 0);
        }
        new DebitCreditWorkload(new BankScale(2, 3, 100), Preset.TPCA, 1).fill(requests);
        assertDigestsAreOfTheirRows(requests);
        assertThat(requests.digest[0]).isNotEqualTo(requests.digest[1]);
    }
}
