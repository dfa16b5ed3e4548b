package org.debitcredit.checkpoint;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.debitcredit.directory.BankFiles;
import org.debitcredit.founding.LiveEpochs;
import org.debitcredit.journal.ArchiveCopies;
import org.debitcredit.journal.DocumentSource;
import org.debitcredit.journal.EpochArchive;
import org.debitcredit.journal.JournalSource;

/** Every epoch that a bank still has: its journal's, and those archived on a medium that is not lost. */
public final class RetainedEpochs implements JournalSource {

    private static final int DAMAGES_MAX = 100;

    private final BankFiles files;
    private final Set<String> damages = new LinkedHashSet<>();

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

    @Override
    public List<String> damages() {
        synchronized (damages) {
            return List.copyOf(damages);
        }
    }

    private void damaged(String what) {
        synchronized (damages) {
            if (damages.size() < DAMAGES_MAX) {
                damages.add(what);
            }
        }
    }

    private JournalSource found() {
        List<EpochArchive> archives = new ArrayList<>();
        for (int medium = 0; medium < files.archives().size(); medium++) {
            if (!files.loss().isLost(medium)) {
                archives.add(files.archives().get(medium));
            }
        }
        return LiveEpochs.of(
                files.records().latest(), List.of(files.journal(), new ArchiveCopies(archives, this::damaged)));
    }
}
