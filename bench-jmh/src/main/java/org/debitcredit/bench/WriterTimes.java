package org.debitcredit.bench;

import java.util.function.Consumer;
import org.debitcredit.event.BankEvent;

/** The parts of the writer's time. The writer's thread writes them; read them only when nothing is in flight. */
final class WriterTimes implements Consumer<BankEvent> {

    long forces;
    long forceNanos;
    long executeNanos;
    long commitNanos;

    @Override
    public void accept(BankEvent event) {
        if (event instanceof BankEvent.GroupCommitted group) {
            forces++;
            forceNanos += group.forceNanos();
        }
    }
}
