package org.debitcredit.mirror;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.debitcredit.storage.Closeables;
import org.debitcredit.storage.FolderLock;
import org.debitcredit.storage.MediumLoss;

/** The locks of the media of a mirrored bank as one. A medium whose lock another process may have is lost. */
public final class MirroredLock implements FolderLock {

    private final List<? extends FolderLock> locks;
    private final MediumLoss media;

    /** @param locks by the numbers of their media */
    public MirroredLock(List<? extends FolderLock> locks, MediumLoss media) {
        this.locks = List.copyOf(locks);
        this.media = media;
    }

    @Override
    public void requireHeld() throws IOException {
        SortedMap<Integer, IOException> gone = new TreeMap<>();
        for (int medium = 0; medium < locks.size(); medium++) {
            try {
                if (!media.isLost(medium)) {
                    locks.get(medium).requireHeld();
                }
            } catch (IOException e) {
                gone.put(medium, e);
            }
        }
        if (gone.size() == locks.size()) {
            // Not even what is lost may be put on record where another process may write.
            throw gone.get(gone.firstKey());
        }
        for (Map.Entry<Integer, IOException> medium : gone.entrySet()) {
            media.lost(medium.getKey(), medium.getValue());
        }
    }

    @Override
    public void close() throws IOException {
        Closeables.closeAll(locks);
    }
}
