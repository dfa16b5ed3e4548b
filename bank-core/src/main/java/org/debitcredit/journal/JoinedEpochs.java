package org.debitcredit.journal;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.TreeSet;

/** Reads epochs in several places as one history: archived ones and those of the journal. */
public final class JoinedEpochs implements JournalSource {

    private final List<JournalSource> sources;
    private final long oldest;

    /** @param sources if an epoch is in several of them, it is read from the first */
    public JoinedEpochs(List<JournalSource> sources) {
        this(sources, 0);
    }

    /**
     * @param sources if an epoch is in several of them, it is read from the first
     * @param oldest number of the first epoch that counts: earlier ones are not connected to it
     */
    public JoinedEpochs(List<JournalSource> sources, long oldest) {
        this.sources = sources;
        this.oldest = oldest;
    }

    @Override
    public List<Long> epochs() throws IOException {
        TreeSet<Long> numbers = new TreeSet<>();
        for (JournalSource source : sources) {
            numbers.addAll(source.epochs());
        }
        return List.copyOf(numbers.tailSet(oldest));
    }

    @Override
    public DocumentSource read(long epoch) throws IOException {
        for (JournalSource source : sources) {
            try {
                return source.read(epoch);
            } catch (NoSuchFileException notHere) {
                continue;
            }
        }
        throw new NoSuchFileException("epoch " + epoch);
    }

    @Override
    public boolean link(long epoch, EpochArchive to) throws IOException {
        for (JournalSource source : sources) {
            if (source.link(epoch, to)) {
                return true;
            }
        }
        return false;
    }
}
