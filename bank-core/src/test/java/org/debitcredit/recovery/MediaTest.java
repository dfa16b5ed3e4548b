package org.debitcredit.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.debitcredit.journal.Journal;
import org.debitcredit.snapshot.SnapshotStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MediaTest {

    @TempDir
    Path temp;

    @Test
    void every_lock_is_given_back_though_the_journal_and_a_lock_fail() throws IOException {
        FaultyMedium medium = new FaultyMedium("m", new ArrayList<>());
        medium.failing.add("close");
        Journal journal = medium.journal(
                org.debitcredit.storage.DiskFolder.open(temp), JournalSettings.of(JournalKind.CHRONICLE));
        List<String> released = new ArrayList<>();
        IOException planted = new IOException("planted in a lock");
        Media media = new Media(
                journal,
                new SnapshotStore(List.of()),
                List.of(),
                List.of(
                        () -> released.add("first"),
                        () -> {
                            throw planted;
                        },
                        () -> released.add("last")));
        assertThatThrownBy(media::close).hasMessage("planted in close of m").hasSuppressedException(planted);
        assertThat(released).containsExactly("first", "last");
    }
}
