package org.debitcredit.journal;

import java.io.IOException;
import java.util.List;

/** A journal on a disk that cannot read one epoch. */
public record UnreadableEpoch(JournalSource journal, long unreadable) implements JournalSource {

    @Override
    public List<Long> epochs() throws IOException {
        return journal.epochs();
    }

    @Override
    public DocumentSource read(long epoch) throws IOException {
        if (epoch == unreadable) {
            throw new IOException("planted in epoch " + epoch);
        }
        return journal.read(epoch);
    }
}
