package org.debitcredit.checkpoint;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.debitcredit.directory.BankFiles;
import org.debitcredit.founding.LiveEpochs;
import org.debitcredit.journal.DocumentSource;
import org.debitcredit.journal.EpochArchive;
import org.debitcredit.journal.JournalSource;

/** Every epoch that a bank still has: its journal's, and those archived on a medium that is not lost. */
public final class RetainedEpochs implements JournalSource {

    private final BankFiles files;

    public RetainedEpochs(BankFiles files) {
        this.files = files;
    }

    @Override
    public List<Long> epochs() throws IOException {
        return found().epochs();
    }

    @Override
    public DocumentSource read(long epoch) throws IOException {
        return found().read(epoch);
    }

    @Override
    public boolean link(long epoch, EpochArchive to) throws IOException {
        return found().link(epoch, to);
    }

    private JournalSource found() {
        List<JournalSource> sources = new ArrayList<>();
        sources.add(files.journal());
        for (int medium = 0; medium < files.archives().size(); medium++) {
            if (!files.loss().isLost(medium)) {
                sources.add(files.archives().get(medium));
            }
        }
        return LiveEpochs.of(files.records().latest(), sources);
    }
}
