package org.debitcredit.checkpoint;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.debitcredit.directory.Media;
import org.debitcredit.founding.LiveEpochs;
import org.debitcredit.journal.DocumentSource;
import org.debitcredit.journal.JournalSource;

/** Every epoch that a bank still has: its journal's, and those archived on a medium that is not lost. */
public final class RetainedEpochs implements JournalSource {

    private final Media media;

    public RetainedEpochs(Media media) {
        this.media = media;
    }

    @Override
    public List<Long> epochs() throws IOException {
        return found().epochs();
    }

    @Override
    public DocumentSource read(long epoch) throws IOException {
        return found().read(epoch);
    }

    private JournalSource found() {
        List<JournalSource> sources = new ArrayList<>();
        sources.add(media.journal());
        for (int medium = 0; medium < media.archives().size(); medium++) {
            if (!media.loss().isLost(medium)) {
                sources.add(media.archives().get(medium));
            }
        }
        return LiveEpochs.of(media.records().latest(), sources);
    }
}
