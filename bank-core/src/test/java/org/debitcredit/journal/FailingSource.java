package org.debitcredit.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Counts what is opened and closed; reading fails once so many documents were delivered. */
final class FailingSource implements JournalSource {

    private final JournalSource journal;
    private int left;
    int opened;
    int closed;

    FailingSource(JournalSource journal, int documents) {
        this.journal = journal;
        this.left = documents;
    }

    @Override
    public List<Long> epochs() throws IOException {
        return journal.epochs();
    }

    @Override
    public DocumentSource read(long epoch) throws IOException {
        DocumentSource source = journal.read(epoch);
        opened++;
        return new DocumentSource() {
            @Override
            public @Nullable ByteBuffer next() throws IOException {
                if (left-- == 0) {
                    throw new IOException("planted");
                }
                return source.next();
            }

            @Override
            public boolean endsBlank() throws IOException {
                return source.endsBlank();
            }

            @Override
            public boolean anyLater(Predicate<ByteBuffer> test) throws IOException {
                return source.anyLater(test);
            }

            @Override
            public String place() {
                return source.place();
            }

            @Override
            public void close() throws IOException {
                closed++;
                source.close();
            }
        };
    }
}
