package org.debitcredit.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * A journal that changed its kind: new epochs go to one, earlier ones are read from the other until they are removed.
 * The documents are the same, so the history continues.
 */
public final class SwitchedJournal implements Journal {

    private final Journal written;
    private final Journal earlier;
    private final Step forcesEarlier;
    private final JournalSource both;
    private boolean isEarlierForced;

    /** A step on the files of a journal. */
    @FunctionalInterface
    public interface Step {
        void run() throws IOException;
    }

    /**
     * @param written receives new epochs
     * @param earlier only read from and removed from, epoch by epoch
     * @param forcesEarlier makes durable what is in the earlier journal; taken once, before the first epoch begins
     */
    public SwitchedJournal(Journal written, Journal earlier, Step forcesEarlier) {
        this.written = written;
        this.earlier = earlier;
        this.forcesEarlier = forcesEarlier;
        this.both = new JoinedEpochs(List.of(written, earlier));
    }

    @Override
    public List<Long> epochs() throws IOException {
        return both.epochs();
    }

    @Override
    public DocumentSource read(long epoch) throws IOException {
        return both.read(epoch);
    }

    @Override
    public void beginEpoch(long epoch) throws IOException {
        if (!isEarlierForced) {
            forcesEarlier.run();
            isEarlierForced = true;
        }
        written.beginEpoch(epoch);
    }

    @Override
    public void append(ByteBuffer document) throws IOException {
        written.append(document);
    }

    @Override
    public void force() throws IOException {
        written.force();
    }

    @Override
    public void removeThrough(long epoch) throws IOException {
        // Removes them one by one, the oldest first. If a bank changed its kind of journal several times, its epochs
        // alternate, and after a crash the remaining ones must be an unbroken sequence.
        for (long oldest : epochs()) {
            if (oldest <= epoch) {
                earlier.removeThrough(oldest);
                written.removeThrough(oldest);
            }
        }
    }

    @Override
    public long bytes() {
        return written.bytes() + earlier.bytes();
    }

    @Override
    public long spareBytes() {
        return written.spareBytes() + earlier.spareBytes();
    }

    @Override
    public void makeAhead(long bytes, long epochBytes) throws IOException {
        written.makeAhead(bytes, epochBytes);
    }

    @Override
    public void close() throws IOException {
        try (earlier) {
            written.close();
        }
    }
}
