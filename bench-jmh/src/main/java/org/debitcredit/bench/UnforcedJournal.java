package org.debitcredit.bench;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.debitcredit.journal.DocumentSource;
import org.debitcredit.journal.Journal;

/**
 * A journal whose documents stay in the page cache. Only an epoch's first force is done, which also starts the zeros
 * ahead. It serves to measure the cost of the disk, never to keep money.
 */
final class UnforcedJournal implements Journal {

    private final Journal journal;
    private boolean begun;

    UnforcedJournal(Journal journal) {
        this.journal = journal;
    }

    @Override
    public List<Long> epochs() throws IOException {
        return journal.epochs();
    }

    @Override
    public DocumentSource read(long epoch) throws IOException {
        return journal.read(epoch);
    }

    @Override
    public void beginEpoch(long epoch) throws IOException {
        journal.beginEpoch(epoch);
        begun = false;
    }

    @Override
    public void append(ByteBuffer document) throws IOException {
        journal.append(document);
    }

    @Override
    public void force() throws IOException {
        if (!begun) {
            journal.force();
            begun = true;
        }
    }

    @Override
    public void removeThrough(long epoch) throws IOException {
        journal.removeThrough(epoch);
    }

    @Override
    public long bytes() {
        return journal.bytes();
    }

    @Override
    public long spareBytes() {
        return journal.spareBytes();
    }

    @Override
    public void close() throws IOException {
        journal.close();
    }
}
