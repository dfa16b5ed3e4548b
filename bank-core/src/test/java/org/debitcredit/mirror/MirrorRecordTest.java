package org.debitcredit.mirror;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import org.debitcredit.storage.DiskFolder;
import org.debitcredit.storage.Folder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MirrorRecordTest {

    private static final MirrorRecord RECORD =
            new MirrorRecord(new UUID(1, 2), new UUID(3, 4), 7, MirrorRecord.State.DUPLEX, 1, "/media/größer/bank");

    @TempDir
    Path directory;

    @Test
    void what_was_written_is_read_and_the_next_takes_its_place() throws IOException {
        Folder folder = DiskFolder.open(directory);
        assertThat(MirrorRecord.read(folder)).isNull();
        RECORD.write(folder);
        assertThat(MirrorRecord.read(folder)).isEqualTo(RECORD);
        MirrorRecord alone = RECORD.next(MirrorRecord.State.ALONE);
        alone.write(folder);
        assertThat(MirrorRecord.read(folder)).isEqualTo(alone);
        assertThat(alone.generation()).isEqualTo(8);
        assertThat(folder.names()).containsExactly("mirror");
    }

    @Test
    void the_longest_path_is_read_back_and_one_byte_more_is_refused_before_anything_is_written() throws IOException {
        Folder folder = DiskFolder.open(directory);
        MirrorRecord longest = recordOf("ä".repeat(8 << 10), 0);
        longest.write(folder);
        assertThat(MirrorRecord.read(folder)).isEqualTo(longest);
        assertThatThrownBy(() -> recordOf("ä".repeat(8 << 10) + "a", 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("has 16385 bytes; its record holds at most 16384");
        assertThatThrownBy(() -> recordOf("/other", 2)).isInstanceOf(IllegalArgumentException.class);
    }

    private static MirrorRecord recordOf(String other, int copy) {
        return new MirrorRecord(new UUID(1, 2), new UUID(3, 4), 7, MirrorRecord.State.DUPLEX, copy, other);
    }

    @Test
    void a_crash_before_the_rename_leaves_the_record_before() throws IOException {
        Folder folder = DiskFolder.open(directory);
        RECORD.write(folder);
        Files.write(directory.resolve("mirror.unfinished"), new byte[10]);
        assertThat(MirrorRecord.read(folder)).isEqualTo(RECORD);
        RECORD.next(MirrorRecord.State.ALONE).write(folder);
        assertThat(MirrorRecord.read(folder)).isEqualTo(RECORD.next(MirrorRecord.State.ALONE));
    }

    @Test
    void any_flipped_bit_and_any_missing_byte_is_refused_and_never_taken_for_no_record() throws IOException {
        Folder folder = DiskFolder.open(directory);
        RECORD.write(folder);
        Path file = directory.resolve("mirror");
        byte[] whole = Files.readAllBytes(file);
        for (int at = 0; at < whole.length; at++) {
            byte[] flipped = whole.clone();
            flipped[at] ^= 0x10;
            Files.write(file, flipped);
            assertThatThrownBy(() -> MirrorRecord.read(folder))
                    .as("byte %d", at)
                    .isInstanceOf(MirrorRefused.class);
            Files.write(file, java.util.Arrays.copyOf(whole, at));
            assertThatThrownBy(() -> MirrorRecord.read(folder))
                    .as("length %d", at)
                    .isInstanceOf(MirrorRefused.class);
        }
    }
}
