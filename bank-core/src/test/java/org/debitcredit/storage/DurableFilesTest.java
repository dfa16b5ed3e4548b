package org.debitcredit.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DurableFilesTest {

    private static final String OLD = "the old text, which is longer";
    private static final String NEW = "the new text";
    private static final int CHANGES_MAX = 10;
    private static final int POWER_CUTS = 200;

    @Test
    void aPowerCutLeavesTheWholeOfOneFile() throws IOException {
        for (int stopAfter = 0; stopAfter < CHANGES_MAX; stopAfter++) {
            for (int seed = 0; seed < POWER_CUTS; seed++) {
                MemoryFolder folder = new MemoryFolder();
                DurableFiles.replace(folder, "text", OLD);
                boolean isReplaced = replaces(folder.stopAt(folder.changes() + 1 + stopAfter));
                MemoryFolder after = folder.cutPower(new SplittableRandom(seed), 4);
                String left = new String(after.bytes("text"), StandardCharsets.UTF_8);
                if (isReplaced) {
                    assertThat(left).isEqualTo(NEW);
                } else {
                    assertThat(left).isIn(OLD, NEW);
                }
                DurableFiles.replace(after, "text", "a third text");
                assertThat(after.names()).containsExactly("text");
            }
        }
    }

    @Test
    void aFileThatIsDeletedInPiecesIsWholeUnderItsOtherName(@TempDir Path folder) throws IOException {
        Path original = folder.resolve("backup/archive/epoch-000001");
        Path copy = folder.resolve("copy-of-hard-links");
        byte[] bytes = new byte[9 << 20];
        new SplittableRandom(1).nextBytes(bytes);
        Files.createDirectories(original.getParent());
        Files.write(original, bytes);
        Files.createLink(copy, original);
        DurableFiles.deleteTree(folder.resolve("backup"), () -> {});
        assertThat(folder.resolve("backup")).doesNotExist();
        assertThat(Files.mismatch(copy, Files.write(folder.resolve("as-it-was"), bytes)))
                .isEqualTo(-1);
    }

    @Test
    void aFileWithOneNameIsDeletedInPieces(@TempDir Path folder) throws IOException {
        Path file = Files.write(folder.resolve("file"), new byte[9 << 20]);
        List<Long> sizes = new ArrayList<>();
        DurableFiles.deleteInPieces(file, () -> sizes.add(file.toFile().length()));
        assertThat(sizes).containsExactly(5L << 20, 1L << 20);
        assertThat(file).doesNotExist();
    }

    private static boolean replaces(MemoryFolder folder) {
        try {
            DurableFiles.replace(folder, "text", NEW);
            return true;
        } catch (IOException stopped) {
            return false;
        }
    }
}
