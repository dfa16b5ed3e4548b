package org.debitcredit.mirror;

import java.io.IOException;
import java.util.List;
import java.util.function.BiConsumer;
import org.debitcredit.storage.Folder;
import org.debitcredit.storage.MediumLoss;

/**
 * The two media of a mirrored bank while it runs, and their records. The rule is that the survivor's record says that
 * it is alone, durably, before the bank continues without the other. Whatever fails on a medium, journal or snapshot,
 * the whole medium is lost, because after one failed write no other write on it can be trusted.
 */
public final class MirrorPair implements MediumLoss {

    private static final int NONE = -1;

    private final List<Folder> folders;
    private final List<MirrorRecord> records;
    private final OnLoss onLoss;
    private final BiConsumer<String, Exception> observer;

    private volatile int lost = NONE;
    /**
     * Both have failed, or the survivor's record could not be written. It is unknown whether that record is on the
     * disk, so the other medium can never be recorded as the survivor.
     */
    private boolean stopped;

    /**
     * @param folders of the two journals, which contain their records
     * @param records the current records, both DUPLEX and of one generation
     * @param observer receives the lost place and the reason, on the thread that detected it
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
