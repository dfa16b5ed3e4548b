package org.debitcredit.journal;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.TreeSet;

/** Epochs that stand in several places, read as one: archived ones and those of the journal. */
public final class JoinedEpochs implements JournalSource {

    private final List<JournalSource> sources;
    private final long oldest;

    /**
     * @param sources where an epoch stands in several, the first is read
     */
    public JoinedEpochs(List<JournalSource> sources) {
        this(sources, 0);
    }

    /**
     * @param sources where an epoch stands in several, the first is read
     * @param oldest number of the first epoch that counts: those before it lead nowhere
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
        throw new NoSuchFileException("there is no epoch " + epoch);
    }
}
