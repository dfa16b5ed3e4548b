package org.debitcredit.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is timed really writes and reads. */
class BlocksTest {

    private static final int BLOCK = 4_096;

    @TempDir
    Path temp;

    @ParameterizedTest
    @EnumSource(ForceWay.class)
    void every_way_writes_its_blocks_one_after_the_other(ForceWay way) throws IOException {
        Path prepared = Files.write(temp.resolve("prepared"), new byte[3 * BLOCK]);
        ByteBuffer block = RandomBytes.block(BLOCK, 7);
        byte[] content = new byte[BLOCK];
        block.get(0, content);
        Path fresh = temp.resolve("fresh");
        try (Operation operation = way.open(prepared, fresh, block)) {
            operation.run();
            operation.run();
        }
        byte[] written = Files.readAllBytes(way.grows() ? fresh : prepared);
        assertThat(Arrays.copyOfRange(written, 0, BLOCK)).isEqualTo(content);
        assertThat(Arrays.copyOfRange(written, BLOCK, 2 * BLOCK)).isEqualTo(content);
        assertThat(Arrays.copyOfRange(written, 2 * BLOCK, written.length))
                .isEqualTo(new byte[written.length - 2 * BLOCK]);
        assertThat(Files.exists(fresh)).isEqualTo(way.grows());
    }

    @ParameterizedTest
    @EnumSource(
            value = ForceWay.class,
            names = {"FDATASYNC_OVERWRITING", "MSYNC_OVERWRITING"})
    void the_circle_begins_again_where_no_whole_block_is_left(ForceWay way) throws IOException {
        Path prepared = Files.write(temp.resolve("prepared"), new byte[2 * BLOCK + 100]);
        ByteBuffer block = ByteBuffer.allocateDirect(BLOCK);
        try (Operation operation = way.open(prepared, temp.resolve("fresh"), block)) {
            for (byte run = 1; run <= 3; run++) {
                block.put(0, run);
                operation.run();
            }
        }
        byte[] written = Files.readAllBytes(prepared);
        assertThat(written).hasSize(2 * BLOCK + 100);
        assertThat(written[0]).isEqualTo((byte) 3);
        assertThat(written[BLOCK]).isEqualTo((byte) 2);
    }

    @Test
    void a_growing_mapping_goes_on_in_its_next_piece() throws IOException {
        Path fresh = temp.resolve("fresh");
        ByteBuffer block = RandomBytes.block(1 << 20, 1);
        try (Operation operation = ForceWay.MSYNC_GROWING.open(fresh, fresh, block)) {
            for (int run = 0; run < 17; run++) {
                operation.run();
            }
        }
        assertThat(Files.size(fresh)).isEqualTo(32L << 20);
        byte[] written = Files.readAllBytes(fresh);
        assertThat(written[(17 << 20) - 1]).isEqualTo(block.get((1 << 20) - 1));
        assertThat(Arrays.copyOfRange(written, 17 << 20, (17 << 20) + 100)).containsOnly(0);
    }

    @Test
    void a_prepared_file_is_written_whole_and_never_below_its_least() throws IOException {
        long least = PreparedFile.BYTES_MIN;
        PreparedFile whole = PreparedFile.write(temp.resolve("whole"), least + (2 << 20), () -> false);
        assertThat(whole.bytes()).isEqualTo(least + (2 << 20)).isEqualTo(Files.size(whole.path()));
        PreparedFile late = PreparedFile.write(temp.resolve("late"), 10 * least, () -> true);
        assertThat(late.bytes()).isEqualTo(least).isEqualTo(Files.size(late.path()));
    }

    @Test
    void random_reads_read_and_tell_how() throws IOException {
        Path file = Files.write(temp.resolve("file"), new byte[16 * BLOCK]);
        try (RandomReads reads = RandomReads.open(file)) {
            reads.round(new Slice(System::nanoTime, 1_000_000, Long.MAX_VALUE), what -> {});
            assertThat(reads.row().fileBytes()).isEqualTo(16 * BLOCK);
            assertThat(reads.row().measured().times().count()).isPositive();
        }
    }
}
