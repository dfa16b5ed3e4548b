package org.debitcredit.figures;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class SittingTest {

    private static final Sitting SITTING =
            new Sitting(Path.of("root"), Path.of("scratch"), Path.of("page.md"), 3, 60, 30, false, "", "", 15);

    @Test
    void a_bank_of_its_own_is_in_the_scratch_directory() {
        assertThat(SITTING.benchOptions("--batch=1"))
                .containsExactly("--seconds=60", "--warmup=30", "--batch=1", "--directory=scratch");
    }

    /** {@code bench} refuses both together. */
    @Test
    void a_running_service_gets_no_directory() {
        assertThat(SITTING.benchOptions("--url=127.0.0.1:9090"))
                .containsExactly("--seconds=60", "--warmup=30", "--url=127.0.0.1:9090");
    }
}
