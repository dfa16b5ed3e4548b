package org.debitcredit.journal.segment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.debitcredit.journal.Journal;
import org.debitcredit.journal.JournalFixture;
import org.debitcredit.storage.DiskFolder;

/** A journal on recycled segments, so small that a few large batches fill one. */
public final class FileFixture extends JournalFixture {

    public static final int SEGMENT_BYTES = 256 << 10;

    public FileFixture(Path directory) {
        super(directory);
    }

    @Override
    public Journal open() throws IOException {
        FileJournal journal = FileJournal.open(DiskFolder.open(directory), SEGMENT_BYTES);
        journal.startFilling();
        return journal;
    }

    @Override
    public int frameBytes() {
        return 0;
    }

    @Override
    public void lose(int epoch) throws IOException {
        Files.delete(spot(epoch, 1).file());
    }
}
