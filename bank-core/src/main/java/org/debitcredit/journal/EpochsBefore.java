package org.debitcredit.journal;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.List;

/**
 * The epochs of a source before a given one.
 *
 * @param end number of the first epoch that does not count
 */
public record EpochsBefore(JournalSource source, long end) implements JournalSource {

    @Override
    public List<Long> epochs() throws IOException {
        return source.epochs().stream().filter(number -> number < end).toList();
    }

    @Override
    public DocumentSource read(long epoch) throws IOException {
        if (epoch >= end) {
            throw new NoSuchFileException("epoch " + epoch);
        }
        return source.read(epoch);
    }
}
