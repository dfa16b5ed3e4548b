package org.debitcredit.server.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.debitcredit.event.BankEvent;
import org.junit.jupiter.api.Test;

class GuardedEventsTest {

    private final List<BankEvent> told = new ArrayList<>();

    private final Consumer<BankEvent> failing = event -> {
        throw new OutOfMemoryError("planted: no memory for a line of the log");
    };

    @Test
    void aConsumerThatAlwaysFailsKeepsNothingFromTheOthers() {
        BankEvent stopped = new BankEvent.WriterStopped().by(new IllegalStateException("stopped"));
        new GuardedEvents(List.of(failing, told::add)).accept(stopped);
        assertThat(told).hasSize(2).first().isSameAs(stopped);
        assertThat(((BankEvent.CallbackFailed) told.get(1)).cause()).isInstanceOf(OutOfMemoryError.class);
    }

    @Test
    void memoryThatTheLogLacksEndsTheProcess() {
        List<Integer> exits = new ArrayList<>();
        new GuardedEvents(List.of(failing, new OutOfMemoryExit(exits::add)))
                .accept(new BankEvent.WriterStopped().by(new IllegalStateException("another cause")));
        assertThat(exits).containsExactly(OutOfMemoryExit.EXIT_CODE);
    }
}
