package org.debitcredit.server.region;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
        assertThat(alone.marks(BANK, PARTNER)).containsExactly(mark(BANK, 100));
        Files.delete(RegionRecord.file(data));
        Files.delete(Mark.file(data, PARTNER));
        RegionFiles both = new RegionFiles(data, mirror);
        assertThat(both.record(BANK)).as("the mirror's may lack a partner").isEqualTo(RegionRecord.used(BANK, 1, 4));
        assertThat(both.marks(BANK, PARTNER)).containsExactly(mark(BANK, 100));
    }

    /** The data directory was away for an hour, while the bank ran on the mirror alone. */
    @Test
    void theNewestMarkComesFirst() throws Exception {
        mark(BANK, 10).write(data, PARTNER);
        mark(BANK, 20).write(mirror, PARTNER);
        RegionFiles files = new RegionFiles(data, mirror);
        assertThat(files.marks(BANK, PARTNER)).containsExactly(mark(BANK, 20), mark(BANK, 10));
        assertThat(files.marks(BANK, PARTNER + 1)).isEmpty();
    }

    @Test
    void filesOfAnotherBankDoNotCount() throws Exception {
        mark(new UUID(8, 8), 20).write(mirror, PARTNER);
        RegionRecord.first(new UUID(8, 8), 2, 4).write(mirror);
        mark(BANK, 10).write(data, PARTNER);
        RegionFiles files = new RegionFiles(data, mirror);
        assertThat(files.marks(BANK, PARTNER)).containsExactly(mark(BANK, 10));
        assertThat(files.record(BANK)).isNull();
    }

    @Test
    void marksAreCopiedAgainOnceTheMirrorCanBeWritten() throws Exception {
        Path inTheWay = Files.createDirectory(Mark.file(mirror, PARTNER));
        Files.createFile(inTheWay.resolve("file"));
        RegionFiles files = new RegionFiles(data, mirror);
        files.write(mark(BANK, 10), PARTNER);
        assertThat(files.marks(BANK, PARTNER)).as("the mirror's cannot be read").containsExactly(mark(BANK, 10));
        // The record is written after the mark.
        files.write(RegionRecord.first(BANK, 1, 4));
        Files.delete(inTheWay.resolve("file"));
        Files.delete(inTheWay);
        files.write(mark(BANK, 11), PARTNER);
        files.end();
        assertThat(Mark.read(mirror, PARTNER)).isEqualTo(mark(BANK, 11));
    }

    @Test
    void aMirrorThatIsLostDelaysNoMarkAndRefusesTheRecord() throws Exception {
        Files.delete(mirror);
        write(mark(BANK, 10));
        assertThat(Mark.read(data, PARTNER)).isEqualTo(mark(BANK, 10));
        assertThatThrownBy(() -> new RegionFiles(data, mirror).write(RegionRecord.first(BANK, 1, 4)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(mirror.toString());
        assertThat(mirror).doesNotExist();
    }
}
