package org.debitcredit.directory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.debitcredit.founding.BankRecords;
import org.debitcredit.journal.Journal;
import org.debitcredit.mirror.MirroredLock;
import org.debitcredit.settings.JournalKind;
import org.debitcredit.settings.JournalSettings;
import org.debitcredit.snapshot.SnapshotStore;
import org.debitcredit.storage.DiskFolder;
import org.debitcredit.storage.FolderLock;
import org.debitcredit.storage.MediumLoss;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BankFilesTest {

    @TempDir
    Path temp;

    @Test
    void every_lock_is_given_back_though_the_journal_and_a_lock_fail() throws IOException {
        FaultyMedium medium = new FaultyMedium("m", new ArrayList<>());
        medium.failing.add("close");
        Journal journal =
                medium.journal(DiskFolder.open(temp), FolderLock.NONE, JournalSettings.of(JournalKind.CHRONICLE));
        List<String> released = new ArrayList<>();
        IOException planted = new IOException("planted in a lock");
        BankFiles files = new BankFiles(
                journal,
                new SnapshotStore(List.of()),
                List.of(),
                new BankRecords(List.of(DiskFolder.open(temp)), 0, MediumLoss.STOP),
                new MirroredLock(
                        List.of(
                                lock(() -> released.add("first")),
                                lock(() -> {
                                    throw planted;
                                }),
                                lock(() -> released.add("last"))),
                        MediumLoss.STOP),
                MediumLoss.STOP,
                BankFiles.Claim.NONE);
        assertThatThrownBy(files::close).hasMessage("planted in close of m").hasSuppressedException(planted);
        assertThat(released).containsExactly("first", "last");
    }

    private interface Release {
        void run() throws IOException;
    }

    private static FolderLock lock(Release release) {
        return new FolderLock() {
            @Override
            public void requireHeld() {}

            @Override
            public void close() throws IOException {
                release.run();
            }
        };
    }
}
