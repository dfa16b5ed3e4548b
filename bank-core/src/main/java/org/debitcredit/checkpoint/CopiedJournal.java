package org.debitcredit.checkpoint;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Predicate;
import org.debitcredit.journal.DocumentSource;
import org.debitcredit.journal.JournalSource;
import org.jspecify.annotations.Nullable;

/**
 * A journal whose epochs are copied to an archive. A failure to read it is told apart from one of the archive, because
 * the two may be on different media.
 */
record CopiedJournal(JournalSource journal) implements JournalSource {

    /** The journal could not be read. The archive has not failed. */
    static final class ReadFailure extends IOException {

        private static final long serialVersionUID = 1L;

        private ReadFailure(IOException cause) {
            super(cause.getMessage(), cause);
        }
    }

    @Override
    public List<Long> epochs() throws IOException {
        return journal.epochs();
    }

    @Override
    public DocumentSource read(long epoch) throws IOException {
        try {
            return new Documents(journal.read(epoch));
        } catch (IOException e) {
            throw new ReadFailure(e);
        }
    }

    private record Documents(DocumentSource source) implements DocumentSource {

        @Override
        public @Nullable ByteBuffer next() throws IOException {
            try {
                return source.next();
            } catch (IOException e) {
                throw new ReadFailure(e);
            }
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
            source.close();
        }
    }
}
