package org.debitcredit.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import org.debitcredit.transaction.NumberedKeys;
import org.debitcredit.transaction.Outcome;
import org.debitcredit.transaction.Reference;
import org.debitcredit.transaction.Refusal;
import org.debitcredit.transaction.Reversal;
import org.debitcredit.transaction.Reversals;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.transaction.TransactionBatch;
import org.debitcredit.transaction.TransactionKey;
import org.junit.jupiter.api.Test;

/** No document is longer than the bound that segments and limits are derived from. */
class BatchDocumentTest {

    private static final int SMALL = 16;
    private static final Transaction PLAIN = Transaction.deposit(1, 2, 3);
    private static final Transaction LONGEST =
            Transaction.transfer(1, 2, 3, 40).with(Reference.of("r".repeat(Reference.BYTES_MAX)));

    private long keys;

    /** No key follows the one before. */
    private TransactionKey key() {
        keys += 2;
        return NumberedKeys.key(1_000, keys);
    }

    @Test
    void no_mix_of_a_small_batch_has_a_document_longer_than_the_bound() {
        for (int rows = 1; rows <= SMALL; rows++) {
            for (int reversals = 0; reversals <= rows; reversals++) {
                for (int tombstones = 0; tombstones <= Math.min(reversals, rows - reversals); tombstones++) {
                    for (int plain = 0; plain <= rows - reversals - tombstones; plain++) {
                        assertThat(documentBytes(batch(rows, reversals, tombstones, plain)))
                                .as(
                                        "%d rows, %d reversals, %d tombstones, %d plain",
                                        rows, reversals, tombstones, plain)
                                .isLessThanOrEqualTo(BatchDocument.bytesMax(rows));
                    }
                }
            }
        }
    }

    @Test
    void reversals_with_the_longest_references_reach_the_bound() {
        for (int rows = 1; rows <= SMALL; rows++) {
            assertThat(documentBytes(batch(rows, rows, 0, 0))).isEqualTo(BatchDocument.bytesMax(rows));
        }
    }

    /** The writer takes reversals and references into one group only up to a sum. */
    @Test
    void a_large_batch_with_as_many_reversals_as_a_group_takes_is_within_the_bound() {
        int most = JournalWriter.SECTION_BYTES_MAX / (Reversals.ENTRY_BYTES_MAX + Reference.BYTES_MAX);
        int mostPairs = JournalWriter.SECTION_BYTES_MAX / (Reversals.ENTRY_BYTES_MAX + 2 * Reference.BYTES_MAX);
        for (int rows : new int[] {most, most + 1, 2 * mostPairs, 16_384, 20_000}) {
            assertWithinBound(batch(rows, most, 0, rows - most));
            assertWithinBound(
                    batch(Math.max(rows, 2 * mostPairs), mostPairs, mostPairs, Math.max(0, rows - 2 * mostPairs)));
        }
    }

    private static void assertWithinBound(TransactionBatch batch) {
        assertThat(batch.requests.sectionBytes()).isLessThanOrEqualTo(JournalWriter.SECTION_BYTES_MAX);
        assertThat(documentBytes(batch)).isLessThanOrEqualTo(BatchDocument.bytesMax(batch.size()));
    }

    /** A batch with tombstones and reversals first, then plain rows, and transfers with references for the rest. */
    private TransactionBatch batch(int rows, int reversals, int tombstones, int plain) {
        TransactionBatch batch = new TransactionBatch(rows);
        batch.begin(1, 1_000_000);
        for (int row = 0; row < rows; row++) {
            if (row < tombstones) {
                batch.requests.ownReversals().addTombstone(batch.requests.add(LONGEST, key()));
                batch.refuse(row, Refusal.REVERSED, 0);
            } else if (row < tombstones + reversals) {
                batch.requests.addReversal(new Reversal(key(), LONGEST, 0), key(), 1, Outcome.COMMITTED);
                batch.commit(row, 1, 2, 3, 4);
            } else {
                batch.requests.add(row < tombstones + reversals + plain ? PLAIN : LONGEST, key());
                batch.commit(row, 1, 2, 3, 4);
            }
        }
        return batch;
    }

    private static int documentBytes(TransactionBatch batch) {
        ByteBuffer document = DocumentLayout.allocate(2 * BatchDocument.bytesMax(batch.size()));
        return BatchDocument.encode(batch, BatchDocument.flags(batch), document, document.asLongBuffer());
    }
}
