package org.debitcredit.server.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How long the writer waits for its journal's disk, as a test says. */
class JournalWatchTest {

    private final List<String> told = new ArrayList<>();
    private long waitNanos;
    private final JournalWatch watch = new JournalWatch(() -> waitNanos, "/bank/journal", told::add);

    private void lookAfter(Duration wait) {
        waitNanos = wait.toNanos();
        watch.look();
    }

    @Test
    void aDiskThatHangsIsToldOfFromTheBoundOnWithEachLookAndItsEndOnce() {
        lookAfter(Duration.ZERO);
        lookAfter(JournalWatch.STUCK_AFTER.minusNanos(1));
        assertThat(told).as("not yet").isEmpty();
        lookAfter(JournalWatch.STUCK_AFTER);
        lookAfter(JournalWatch.STUCK_AFTER.plusSeconds(25));
        assertThat(told)
                .containsExactly(
                        "the writer has waited 10 s for the disk of /bank/journal",
                        "the writer has waited 35 s for the disk of /bank/journal");
        lookAfter(Duration.ofMillis(1));
        assertThat(told).hasSize(3).last().isNull();
        lookAfter(Duration.ZERO);
        assertThat(told).hasSize(3);
        lookAfter(JournalWatch.STUCK_AFTER);
        assertThat(told).as("it hangs again").hasSize(4);
    }
}
