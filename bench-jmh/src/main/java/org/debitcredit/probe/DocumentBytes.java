package org.debitcredit.probe;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.debitcredit.journal.DocumentSource;
import org.debitcredit.journal.Journal;
import org.debitcredit.journal.JournalWriter;

/**
 * A journal that stores only the length of its last document. It determines the bytes of a group with the real encoder.
 */
final class DocumentBytes implements Journal {

    private int last;

    /** Bytes of a group of this many transactions in the journal's format, without the overhead of a medium. */
    static int of(int transactions) throws IOException {
        DocumentBytes length = new DocumentBytes();
        try (JournalWriter writer = JournalRun.begin(length, transactions)) {
            writer.append(new BatchSupply(transactions, 1).next(1));
        }
        return length.last;
    }

    @Override
    public List<Long> epochs() {
        return List.of();
    }

    @Override
    public DocumentSource read(long epoch) throws IOException {
        throw new IOException("epoch " + epoch + " was not kept");
    }

    @Override
    public void beginEpoch(long epoch) {}

    @Override
    public void append(ByteBuffer document) {
        last = document.remaining();
    }

    @Override
    public void force() {}

    @Override
    public void removeThrough(long epoch) {}

    @Override
    public long bytes() {
        return last;
    }

    @Override
    public void close() {}
}
