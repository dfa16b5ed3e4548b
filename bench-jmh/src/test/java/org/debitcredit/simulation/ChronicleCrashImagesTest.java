package org.debitcredit.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.debitcredit.Redefined;
import org.debitcredit.simulation.PlantedAdvice.FillsFromBelow;
import org.debitcredit.simulation.PlantedAdvice.ForgetsLastBatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * Chronicle maps real files: the same clients and the same model check it through images of what a crash leaves of
 * them. In the build on some seeds; with {@code -Dbank.simulation.chronicle-seeds=N} on so many.
 */
@Isolated("the planted faults are the whole JVM's")
@Timeout(240)
class ChronicleCrashImagesTest {

    private static final int SEEDS = Integer.getInteger("bank.simulation.chronicle-seeds", 12);

    @TempDir
    Path temp;

    private @Nullable String firstViolation(boolean forces) throws IOException {
        for (long seed = 1; seed <= SEEDS; seed++) {
            String violation = new ChronicleLives(temp.resolve("seed-" + seed), seed, forces).play();
            if (violation != null) {
                return "seed " + seed + ": " + violation;
            }
        }
        return null;
    }

    @Test
    void no_crash_image_makes_the_bank_lie() throws IOException {
        assertThat(firstViolation(true)).isNull();
    }

    @Test
    void an_answer_before_the_force_is_caught() throws IOException {
        assertThat(firstViolation(false)).isNotNull();
    }

    @Test
    void a_filler_past_the_writer_is_caught() throws IOException {
        try (Redefined filler =
                Redefined.method("org.debitcredit.journal.chronicle.FillAhead", "written", FillsFromBelow.class)) {
            assertThat(firstViolation(true)).as("%s", filler).isNotNull();
        }
    }

    @Test
    void a_last_batch_that_is_not_copied_is_caught() throws IOException {
        try (Redefined writer =
                Redefined.method("org.debitcredit.journal.JournalWriter", "beginEpoch", ForgetsLastBatch.class)) {
            assertThat(firstViolation(true)).as("%s", writer).isNotNull();
        }
    }
}
