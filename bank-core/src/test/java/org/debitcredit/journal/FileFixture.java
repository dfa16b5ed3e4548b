package org.debitcredit.journal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.debitcredit.storage.DiskFolder;

/** A journal on recycled segments, so small that a few large batches fill one. */
final class FileFixture extends JournalFixture {

    static final int SEGMENT_BYTES = 256 << 10;

    FileFixture(Path directory) {
        super(directory);
    }

    @Override
    Journal open() throws IOException {
        FileJournal journal = FileJournal.open(DiskFolder.open(directory), SEGMENT_BYTES);
        journal.startFilling();
        return journal;
    }

    @Override
    int frameBytes() {
        return 0;
    }

    @Override
    void lose(int epoch) throws IOException {
        Files.delete(spot(epoch, 1).file());
    }
}
