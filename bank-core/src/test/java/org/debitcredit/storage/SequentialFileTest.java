package org.debitcredit.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A file that is written from its beginning to its end, directly and in forced pieces. */
class SequentialFileTest {

    private static final int PIECE = SequentialFile.PIECE_BYTES;

    @TempDir
    Path temp;

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 4_095, 4_096, 4_097, PIECE - 1, PIECE, PIECE + 1, 2 * PIECE, 2 * PIECE + 4_096 + 7})
    void a_file_of_any_size_has_exactly_the_bytes_that_were_appended(int size) throws IOException {
        byte[] bytes = new byte[size];
        new SplittableRandom(size).nextBytes(bytes);

        assertThat(written(direct("direct"), "direct", bytes)).isEqualTo(bytes);
        assertThat(written(new ForcedPieces(DiskFolder.open(temp).create("pieces")), "pieces", bytes))
                .isEqualTo(bytes);
    }

    private byte[] written(SequentialFile file, String name, byte[] bytes) throws IOException {
        SplittableRandom random = new SplittableRandom(bytes.length);
        try (file) {
            for (int at = 0; at < bytes.length; ) {
                int length = Math.min(bytes.length - at, random.nextInt(300_000));
                file.append(ByteBuffer.wrap(bytes, at, length));
                at += length;
                assertThat(file.size()).isEqualTo(at);
            }
            file.force();
            assertThat(file.size()).isEqualTo(bytes.length);
        }
        return Files.readAllBytes(temp.resolve(name));
    }

    @Test
    void only_its_owner_can_read_a_file_that_is_written_directly() throws IOException {
        direct("file").close();

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(temp.resolve("file"))))
                .isEqualTo("rw-------");
    }

    @Test
    void a_file_that_exists_is_neither_written_nor_deleted() throws IOException {
        Files.writeString(temp.resolve("file"), "before");

        assertThatThrownBy(() -> DiskFolder.open(temp).createSequential("file"))
                .isInstanceOf(FileAlreadyExistsException.class);
        assertThat(temp.resolve("file")).hasContent("before");
    }

    private DirectPieces direct(String name) throws IOException {
        DirectPieces file = DirectPieces.create(temp.resolve(name));
        assumeTrue(file != null, "the file system of " + temp + " does not write directly");
        return file;
    }
}
