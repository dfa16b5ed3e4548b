package org.debitcredit.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProgressLinesTest {

    /** The clock of the JVM may begin anywhere, and overflow. */
    private long now = Long.MAX_VALUE - 10;

    private final List<String> lines = new ArrayList<>();
    private final ProgressLines progress = new ProgressLines(Duration.ofNanos(100), () -> now, lines::add);

    @Test
    void aLineComesAtMostOnceInAnIntervalAndNoneOfShortWork() {
        progress.at("redo", 1, 3_000);
        now += 99;
        progress.at("redo", 2, 3_000);
        assertThat(lines).isEmpty();
        now += 1;
        progress.at("redo", 1_234, 3_000);
        progress.at("redo", 1_235, 3_000);
        assertThat(lines).containsExactly("redo: 1,234 of 3,000");
        now += 250;
        progress.at("read", 5_000, 0);
        assertThat(lines).endsWith("read: 5,000").hasSize(2);
    }

    @Test
    void wordsAreMadeOnlyWhenTheyAreTold() {
        progress.at(() -> {
            throw new IllegalStateException("too early");
        });
        now += 100;
        progress.at(() -> "own words");
        assertThat(lines).containsExactly("own words");
    }
}
