package org.debitcredit.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/** A double that forwards every step to a real journal; tests override the steps that they count, delay or break. */
public class ForwardingJournal implements Journal {

    private final Journal real;

    public ForwardingJournal(Journal real) {
        this.real = real;
    }

    @Override
    public List<Long> epochs() throws IOException {
        return real.epochs();
    }

    @Override
    public DocumentSource read(long epoch) throws IOException {
        return real.read(epoch);
    }

    @Override
    public void beginEpoch(long epoch) throws IOException {
        real.beginEpoch(epoch);
    }

    @Override
    public void append(ByteBuffer document) throws IOException {
        real.append(document);
    }

    @Override
    public void force() throws IOException {
        real.force();
    }

    @Override
    public void removeThrough(long epoch) throws IOException {
        real.removeThrough(epoch);
    }

    @Override
    public long bytes() {
        return real.bytes();
    }

    @Override
    public long spareBytes() {
        return real.spareBytes();
    }

    @Override
    public void makeAhead(long bytes, long epochBytes) throws IOException {
        real.makeAhead(bytes, epochBytes);
    }

    @Override
    public void close() throws IOException {
        real.close();
    }
}
