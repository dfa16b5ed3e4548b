package org.debitcredit.terminal.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SuccessFileTest {

    @TempDir
    private Path folder;

    @Test
    void isReadAsItWasWritten() throws Exception {
        Path file = folder.resolve("success");
        List<SuccessFile.Entry> written = IntStream.range(0, 5_000)
                .mapToObj(i -> new SuccessFile.Entry(
                        new UUID(i, ~i), 1_000_000L + i, i + 1, i % 7 == 0 ? SuccessFile.REFUSED : -i))
                .toList();
        try (SuccessFile success = new SuccessFile(file)) {
            written.forEach(
                    entry -> success.add(entry.key(), entry.answeredMillis(), entry.position(), entry.balanceMinor()));
        }
        assertThat(Files.size(file)).isEqualTo(5_000L * SuccessFile.RECORD_BYTES);
        assertThat(read(file)).isEqualTo(written);
    }

    @Test
    void someOfItsAnswersAreReadByTheirNumbers() throws Exception {
        Path file = folder.resolve("success");
        try (SuccessFile success = new SuccessFile(file)) {
            for (int i = 0; i < 3_000; i++) {
                success.add(new UUID(1, i), i, i + 1, 7);
            }
        }
        assertThat(SuccessFile.answers(file)).isEqualTo(3_000);
        List<Long> positions = new ArrayList<>();
        SuccessFile.read(file, new long[] {0, 1_500, 2_999}, entry -> positions.add(entry.position()));
        assertThat(positions).containsExactly(1L, 1_501L, 3_000L);
        assertThatThrownBy(() -> SuccessFile.read(file, new long[] {3_000}, entry -> {}))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("has no answer 3000");
    }

    @Test
    void aRecordIsItsNumbersBigEndian() throws Exception {
        Path file = folder.resolve("success");
        try (SuccessFile success = new SuccessFile(file)) {
            success.add(new UUID(1, 2), 3, 4, 5);
        }
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file));
        for (long number = 1; number <= 5; number++) {
            assertThat(bytes.getLong()).isEqualTo(number);
        }
        assertThat(bytes.hasRemaining()).isFalse();
    }

    @Test
    void aFileThatWasCutIsNamed() throws Exception {
        Path file = folder.resolve("success");
        Files.write(file, new byte[SuccessFile.RECORD_BYTES + 7]);
        assertThatThrownBy(() -> read(file))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("7 bytes of a record of 40");
    }

    @Test
    void anEmptyFileHasNoAnswer() throws Exception {
        Path file = folder.resolve("success");
        new SuccessFile(file).close();
        assertThat(read(file)).isEmpty();
    }

    private static List<SuccessFile.Entry> read(Path file) {
        List<SuccessFile.Entry> read = new ArrayList<>();
        SuccessFile.read(file, read::add);
        return read;
    }
}
