package org.debitcredit.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

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

    private static boolean replaces(MemoryFolder folder) {
        try {
            DurableFiles.replace(folder, "text", NEW);
            return true;
        } catch (IOException stopped) {
            return false;
        }
    }
}
