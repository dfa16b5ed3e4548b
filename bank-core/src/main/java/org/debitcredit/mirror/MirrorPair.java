package org.debitcredit.mirror;

import java.io.IOException;
import java.util.List;
import java.util.function.BiConsumer;
import org.debitcredit.storage.Folder;
import org.debitcredit.storage.MediumLoss;

/**
 * The two media of a mirrored bank while it runs, and what is on record about them. The one rule: that the survivor is
 * alone is durable on it before anything goes on without the other. Whatever of a medium fails, journal or snapshot,
 * all of that medium is lost: after one failed write nothing it says of others can be relied on.
 */
public final class MirrorPair implements MediumLoss {

    private static final int NONE = -1;

    private final List<Folder> folders;
    private final List<MirrorRecord> records;
    private final OnLoss onLoss;
    private final BiConsumer<String, Exception> observer;

    private volatile int lost = NONE;
    /**
     * Both have failed, or the survivor could not be put on record: whether it is there nobody knows, so the other
     * never is.
     */
    private boolean stopped;

    /**
     * @param folders of the two journals, where their records stand
     * @param records what is on record, DUPLEX and of one generation
     * @param observer told the place that was lost, and why; on the thread that found out
     */
    public MirrorPair(
            List<Folder> folders, List<MirrorRecord> records, OnLoss onLoss, BiConsumer<String, Exception> observer) {
        this.folders = List.copyOf(folders);
        this.records = List.copyOf(records);
        this.onLoss = onLoss;
        this.observer = observer;
    }

    @Override
    public boolean isLost(int medium) {
        return lost == medium;
    }

    @Override
    public void lost(int medium, Exception cause) throws IOException {
        if (goesOnWithout(medium, cause)) {
            observer.accept(folders.get(medium).place(""), cause);
        }
    }

    @Override
    public synchronized void allFailed() {
        stopped = true;
    }

    private synchronized boolean goesOnWithout(int medium, Exception cause) throws IOException {
        if (lost == medium) {
            return false;
        }
        if (onLoss == OnLoss.STOP || lost != NONE || stopped) {
            throw MediumLoss.asIoException(cause);
        }
        int survivor = 1 - medium;
        stopped = true;
        records.get(survivor).next(MirrorRecord.State.ALONE).write(folders.get(survivor));
        stopped = false;
        lost = medium;
        return true;
    }
}
