package org.debitcredit.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.debitcredit.journal.DocumentSource;
import org.debitcredit.journal.Journal;
import org.debitcredit.journal.JournalReader;
import org.debitcredit.journal.JournalWriter;
import org.debitcredit.transaction.TransactionBatch;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The floor writes what the journal writes, and the journal is really written. */
class GroupBytesTest {

    private static final int GROUPS = 10;

    @TempDir
    Path temp;

    @ParameterizedTest
    @ValueSource(ints = {1, 16, 1_000})
    void each_kind_holds_every_group_and_its_documents_are_as_long_as_the_floors_block(int transactions)
            throws IOException {
        for (ProbedJournal kind : ProbedJournal.ALL) {
            Path directory = temp.resolve(kind.name());
            try (JournalWriter writer = JournalRun.begin(kind.opener().open(directory, 1 << 20), transactions)) {
                JournalRun run = new JournalRun(writer, new BatchSupply(transactions, 3));
                for (int group = 0; group < GROUPS; group++) {
                    run.run();
                }
            }
            try (Journal journal = kind.opener().open(directory, 1 << 20)) {
                assertThat(lengths(journal)).contains(DocumentBytes.of(transactions));
                assertThat(JournalReader.read(journal, (batch, logPosition) -> {})
                                .position())
                        .isEqualTo((long) GROUPS * transactions);
            }
        }
    }

    private static Set<Integer> lengths(Journal journal) throws IOException {
        Set<Integer> lengths = new HashSet<>();
        try (DocumentSource source = journal.read(1)) {
            for (ByteBuffer document = source.next(); document != null; document = source.next()) {
                lengths.add(document.remaining());
            }
        }
        return lengths;
    }

    @ParameterizedTest
    @ValueSource(ints = {1_000})
    void groups_are_of_varied_content(int transactions) {
        BatchSupply supply = new BatchSupply(transactions, 2);
        TransactionBatch first = supply.next(1);
        TransactionBatch second = supply.next(1 + transactions);
        assertThat(second.firstPosition()).isEqualTo(1 + transactions);
        assertThat(second.size()).isEqualTo(transactions);
        assertThat(first.requests.keys.keyOf(0)).isNotEqualTo(second.requests.keys.keyOf(0));
        assertThat(first.balance).doesNotHaveDuplicates();
        assertThat(first.requests.amount).doesNotContain(0);
        assertThat(supply.next(1)).isSameAs(first);
    }
}
