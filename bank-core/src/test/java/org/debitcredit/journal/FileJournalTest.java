package org.debitcredit.journal;

import java.nio.file.Path;

/** The contract over recycled segments on a real disk. */
class FileJournalTest extends JournalContract<FileFixture> {

    @Override
    FileFixture fixture(Path directory) {
        return new FileFixture(directory);
    }
}
