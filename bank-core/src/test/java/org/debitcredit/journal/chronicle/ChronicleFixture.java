package org.debitcredit.journal.chronicle;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.debitcredit.journal.Journal;
import org.debitcredit.journal.JournalFixture;

/** A journal on Chronicle Queue. */
final class ChronicleFixture extends JournalFixture {

    private static final long FILL_AHEAD_BYTES = 1 << 20;

    ChronicleFixture(Path directory) {
        super(directory);
    }

    @Override
    public Journal open() throws IOException {
        return ChronicleJournal.open(directory, FILL_AHEAD_BYTES);
    }

    @Override
    public int frameBytes() {
        return 4;
    }

    @Override
    public void lose(int epoch) throws IOException {
        Files.delete(queueFile(epoch));
    }

    Path epochDirectory(int epoch) {
        return directory.resolve(String.format("epoch-%06d", epoch));
    }

    Path queueFile(int epoch) throws IOException {
        try (Stream<Path> files = Files.list(epochDirectory(epoch))) {
            return files.filter(file -> file.toString().endsWith(".cq4"))
                    .findFirst()
                    .orElseThrow();
        }
    }
}
