package org.debitcredit.journal.chronicle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(20)
class FillAheadTest {

    private static final int CHUNK = FillAhead.CHUNK_BYTES;

    @TempDir
    Path temp;

    @Test
    void fills_only_above_what_is_filled_and_stays_a_distance_ahead_of_the_writer() throws IOException {
        Path path = temp.resolve("file");
        Files.write(path, new byte[] {1, 2, 3, 4});
        FillAhead filler = new FillAhead(FileChannel.open(path, StandardOpenOption.WRITE), 4, 2L * CHUNK);
        assertThat(filler.fillOnce()).isTrue();
        assertThat(filler.fillOnce()).isTrue();
        assertThat(filler.fillOnce()).isFalse();
        assertThat(Files.size(path)).isEqualTo(4 + 2L * CHUNK);

        try (FileChannel writer = FileChannel.open(path, StandardOpenOption.WRITE)) {
            filler.awaitFilled(4 + CHUNK);
            writer.write(ByteBuffer.wrap(new byte[] {9, 9}), 4 + CHUNK - 2);
        }
        filler.written(4 + CHUNK);
        assertThat(filler.fillOnce()).isTrue();
        assertThat(filler.fillOnce()).isFalse();

        byte[] bytes = Files.readAllBytes(path);
        assertThat(bytes).hasSize(4 + 3 * CHUNK).startsWith(1, 2, 3, 4);
        assertThat(bytes[4 + CHUNK - 1]).isEqualTo((byte) 9);
    }

    @Test
    void a_disk_that_cannot_take_zeros_fails_the_writer_instead_of_letting_it_wait() throws Exception {
        Path path = temp.resolve("file");
        Files.write(path, new byte[4]);
        FillAhead filler = new FillAhead(FileChannel.open(path, StandardOpenOption.READ), 4, CHUNK);
        Thread thread = new Thread(filler);
        thread.start();
        assertThatThrownBy(() -> filler.awaitFilled(100))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("cannot grow");
        thread.join();
    }

    @Test
    void a_writer_that_has_caught_up_waits_for_the_zeros() throws Exception {
        Path path = temp.resolve("file");
        FillAhead filler = new FillAhead(
                FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE), 0, 8L * CHUNK);
        Thread thread = new Thread(filler);
        thread.start();
        filler.awaitFilled(8L * CHUNK);
        assertThat(Files.size(path)).isGreaterThanOrEqualTo(8L * CHUNK);
        filler.close();
        thread.join();
        assertThatThrownBy(() -> filler.awaitFilled(9L * CHUNK)).isInstanceOf(IOException.class);
    }

    @Test
    @Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void a_document_longer_than_the_distance_is_filled_for_too() throws Exception {
        Path path = temp.resolve("file");
        FillAhead filler =
                new FillAhead(FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE), 0, CHUNK);
        Thread thread = new Thread(filler);
        thread.setDaemon(true);
        thread.start();
        filler.awaitFilled(3L * CHUNK + 1);
        assertThat(Files.size(path)).isEqualTo(4L * CHUNK);
        filler.close();
        thread.join();
    }
}
