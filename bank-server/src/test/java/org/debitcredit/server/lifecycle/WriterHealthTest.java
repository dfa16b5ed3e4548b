package org.debitcredit.server.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.debitcredit.event.BankEvent;
import org.junit.jupiter.api.Test;
import org.springframework.boot.health.contributor.Status;

class WriterHealthTest {

    private long nanos = 5;

    @Test
    void aBankWhoseWriterHasStoppedIsAliveForItsGracePeriodAndThenDead() {
        BankState state = new BankState();
        WriterHealth health = new WriterHealth(state, () -> nanos, 30);
        assertThat(health.health().getStatus()).isEqualTo(Status.UP);
        state.accept(new BankEvent.WriterStopped().by(new IllegalStateException("planted")));
        assertThat(health.health().getStatus()).isEqualTo(Status.UP);
        nanos += TimeUnit.SECONDS.toNanos(30) - 1;
        assertThat(health.health().getStatus()).isEqualTo(Status.UP);
        nanos++;
        assertThat(health.health().getStatus()).isEqualTo(Status.DOWN);
    }
}
