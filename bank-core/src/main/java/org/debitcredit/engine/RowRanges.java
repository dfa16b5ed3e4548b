package org.debitcredit.engine;

import java.util.Arrays;
import org.debitcredit.transaction.TransactionBatch;
import org.jspecify.annotations.Nullable;

/**
 * Which rows of a group's batch answer which transactions, as ranges in the order of admission. A submission whose
 * transactions are all new takes one range; what is answered without a row is in none.
 */
final class RowRanges {

    private static final int CAPACITY = 64;

    private @Nullable Submission[] submission = new Submission[CAPACITY];
    /** First transaction of the submission in each range. */
    private int[] from = new int[CAPACITY];
    /** First row of the batch in each range. */
    private int[] row = new int[CAPACITY];
    /** Transactions and rows in each range. */
    private int[] count = new int[CAPACITY];

    private int size;
    /** The first range that was not answered yet. */
    private int next;

    /** Does something with one transaction of a submission. */
    interface Action {
        void accept(Submission submission, int i);
    }

    /** Has consecutive rows answer some consecutive transactions of a submission. */
    void add(Submission of, int i, int atRow, int rows) {
        int last = size - 1;
        if (last >= 0 && submission[last] == of && from[last] + count[last] == i && row[last] + count[last] == atRow) {
            count[last] += rows;
            return;
        }
        if (size == from.length) {
            grow();
        }
        submission[size] = of;
        from[size] = i;
        row[size] = atRow;
        count[size] = rows;
        size++;
    }

    private void grow() {
        int capacity = 2 * size;
        submission = Arrays.copyOf(submission, capacity);
        from = Arrays.copyOf(from, capacity);
        row = Arrays.copyOf(row, capacity);
        count = Arrays.copyOf(count, capacity);
    }

    /** Copies a submission's answers from its rows. Submissions are answered in the order of admission. */
    void answer(Submission of, TransactionBatch batch) {
        while (next < size && submission[next] == of) {
            of.takeAnswers(batch, from[next], row[next], count[next]);
            next++;
        }
    }

    /** Goes through all transactions that have a row, in the order of admission. */
    void forEach(Action action) {
        for (int range = 0; range < size; range++) {
            Submission of = submission[range];
            for (int i = 0; of != null && i < count[range]; i++) {
                action.accept(of, from[range] + i);
            }
        }
    }

    void clear() {
        Arrays.fill(submission, 0, size, null);
        size = 0;
        next = 0;
    }
}
