package org.debitcredit.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ContentDigestTest {

    private static final byte DEBIT_CREDIT = TransactionType.DEBIT_CREDIT.code();

    private static long digest(long type, long teller, long account, long target, long amount) {
        return ContentDigest.of((byte) type, teller, account, target, amount);
    }

    @Test
    void contents_that_differ_anywhere_have_different_digests() {
        Set<Long> digests = new HashSet<>();
        long[] values = {-1, 0, 1, 2, 3, 1_000_000, Long.MAX_VALUE, Long.MIN_VALUE, ~1L};
        int contents = 0;
        for (int type = 1; type <= 5; type++) {
            for (long teller : values) {
                for (long account : values) {
                    for (long target : values) {
                        for (long amount : values) {
                            digests.add(digest(type, teller, account, target, amount));
                            contents++;
                        }
                    }
                }
            }
        }
        assertThat(digests).hasSize(contents);
        assertThat(digest(1, 2, 3, 4, 5)).isEqualTo(digest(1, 2, 3, 4, 5));
    }

    @Test
    void a_reference_is_part_of_the_content() {
        long content = digest(DEBIT_CREDIT, 1, 2, Transaction.NO_TARGET, 3);
        long with17 = ContentDigest.of(content, Reference.of("17"));
        assertThat(with17).isNotEqualTo(content).isNotEqualTo(ContentDigest.of(content, Reference.of("18")));
        assertThat(with17).isEqualTo(ContentDigest.of(content, Reference.of("17")));
    }

    /** From the time when the digest had no secret: the account was computed from the other four numbers. */
    @Test
    void nobody_can_compute_a_content_with_the_digest_of_another() {
        assertThat(digest(DEBIT_CREDIT, 3, -4_517_351_560_681_507_691L, Transaction.NO_TARGET, 5))
                .isNotEqualTo(digest(DEBIT_CREDIT, 3, 1_000_007, Transaction.NO_TARGET, 1));
        assertThat(digest(DEBIT_CREDIT, 1, 6_763_954_619_149_028_271L, Transaction.NO_TARGET, 72))
                .isNotEqualTo(digest(DEBIT_CREDIT, 1, 3, Transaction.NO_TARGET, 70));
    }
}
