package org.debitcredit.journal.chronicle;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** How many bytes of a queue's file count, whatever is in it. */
@Timeout(60)
class ChronicleEpochsTest {

    private static final int MEBIBYTE = 1 << 20;

    @TempDir
    Path journal;

    private final ByteBuffer file = ByteBuffer.allocate(4 * MEBIBYTE).order(ByteOrder.LITTLE_ENDIAN);

    @BeforeEach
    void makeEpoch() throws IOException {
        Files.createDirectory(journal.resolve("epoch-000001"));
    }

    private long writtenBytes() throws IOException {
        Files.write(journal.resolve("epoch-000001/19700101.cq4"), file.array());
        return new ChronicleEpochs(journal).writtenBytes(1);
    }

    /** Frames of this length, up to an offset. */
    private void frames(int length, int end) {
        for (int at = 0; at < end; at += Integer.BYTES + length) {
            file.putInt(at, length);
            for (int each = 0; each < length; each++) {
                file.put(at + Integer.BYTES + each, (byte) 1);
            }
        }
    }

    @Test
    void aFileWithoutFramesHasNoBytesOrItsFirstMebibyte() throws IOException {
        assertThat(writtenBytes()).isLessThanOrEqualTo(MEBIBYTE);
    }

    @Test
    void aFileCountsUpToTheEndOfItsFrames() throws IOException {
        frames(96, 1_000);
        assertThat(writtenBytes()).isEqualTo(MEBIBYTE);
        frames(96, 2 * MEBIBYTE + 1_000);
        assertThat(writtenBytes()).isEqualTo(3 * MEBIBYTE);
    }

    @Test
    void whatFollowsAFrameWhoseWordIsLostCountsToo() throws IOException {
        frames(96, 2 * MEBIBYTE + 1_000);
        file.putInt(50 * 100, 0);
        assertThat(writtenBytes()).isEqualTo(3 * MEBIBYTE);
    }

    @Test
    void hostileLengthsEndTheFramesAtMost() throws IOException {
        for (int word : new int[] {-1, Integer.MIN_VALUE, Integer.MAX_VALUE, 0x3FFF_FFFF, 0x4000_0000, 1, 5}) {
            frames(96, 2 * MEBIBYTE + 1_000);
            file.putInt(0, word);
            assertThat(writtenBytes()).as("%x", word).isEqualTo(3 * MEBIBYTE);
        }
    }
}
