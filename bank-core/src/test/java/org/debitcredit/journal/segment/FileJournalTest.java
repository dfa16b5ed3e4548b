package org.debitcredit.journal.segment;

import java.nio.file.Path;
import org.debitcredit.journal.JournalContract;

/** The contract over recycled segments on a real disk. */
class FileJournalTest extends JournalContract<FileFixture> {

    @Override
    protected FileFixture fixture(Path directory) {
        return new FileFixture(directory);
    }
}
