package org.debitcredit.server.region;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.debitcredit.transaction.LogPosition;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RegionFilesTest {

    private static final UUID BANK = new UUID(1, 2);
    private static final int PARTNER = 3;

    @TempDir
    private Path temp;

    private Path data = Path.of("");
    private Path mirror = Path.of("");

    @BeforeEach
    void twoDirectories() throws IOException {
        data = Files.createDirectory(temp.resolve("data"));
        mirror = Files.createDirectory(temp.resolve("mirror"));
    }

    private static Mark mark(UUID bank, long position) {
        return new Mark(new LogPosition(bank, new UUID(5, 6), position, 7), null, 0, List.of());
    }

    private void write(Mark mark) throws Exception {
        RegionFiles files = new RegionFiles(data, mirror);
        files.write(mark, PARTNER);
        files.end();
    }

    @Test
    void whatIsWrittenIsFoundInTheMirrorAfterTheDataDirectoryIsLost() throws Exception {
        RegionRecord record = RegionRecord.first(BANK, 1, 4);
        RegionFiles files = new RegionFiles(data, mirror);
        files.write(record);
        for (int position = 1; position <= 100; position++) {
            files.write(mark(BANK, position), PARTNER);
        }
        files.end();
        RegionFiles alone = new RegionFiles(mirror, null);
        assertThat(alone.record(BANK)).isEqualTo(record);
        assertThat(alone.mark(BANK, PARTNER, 500)).isEqualTo(mark(BANK, 100));
        Files.delete(RegionRecord.file(data));
        Files.delete(Mark.file(data, PARTNER));
        RegionFiles both = new RegionFiles(data, mirror);
        assertThat(both.record(BANK)).isEqualTo(record);
        assertThat(both.mark(BANK, PARTNER, 500)).isEqualTo(mark(BANK, 100));
    }

    /** The data directory was away for an hour, while the bank ran on the mirror alone. */
    @Test
    void theNewestMarkCountsUnlessTheJournalEndsBeforeIt() throws Exception {
        mark(BANK, 10).write(data, PARTNER);
        mark(BANK, 20).write(mirror, PARTNER);
        RegionFiles files = new RegionFiles(data, mirror);
        assertThat(files.mark(BANK, PARTNER, 30)).isEqualTo(mark(BANK, 20));
        assertThat(files.mark(BANK, PARTNER, 20)).isEqualTo(mark(BANK, 20));
        assertThat(files.mark(BANK, PARTNER, 19)).isEqualTo(mark(BANK, 10));
        assertThat(files.mark(BANK, PARTNER, 9)).as("refused later").isEqualTo(mark(BANK, 20));
        assertThat(files.mark(BANK, PARTNER + 1, 30)).isNull();
    }

    @Test
    void filesOfAnotherBankDoNotCount() throws Exception {
        mark(new UUID(8, 8), 20).write(mirror, PARTNER);
        RegionRecord.first(new UUID(8, 8), 2, 4).write(mirror);
        mark(BANK, 10).write(data, PARTNER);
        RegionFiles files = new RegionFiles(data, mirror);
        assertThat(files.mark(BANK, PARTNER, 30)).isEqualTo(mark(BANK, 10));
        assertThat(files.record(BANK)).isNull();
    }

    @Test
    void aMirrorThatIsLostDelaysAndRefusesNothing() throws Exception {
        Files.delete(mirror);
        write(mark(BANK, 10));
        assertThat(mirror).doesNotExist();
        Files.createDirectory(mirror);
        Files.createDirectory(Mark.file(mirror, PARTNER));
        Files.createFile(Mark.file(mirror, PARTNER).resolve("in-the-way"));
        write(mark(BANK, 11));
        assertThat(Mark.read(data, PARTNER)).isEqualTo(mark(BANK, 11));
    }
}
