package org.debitcredit.server.lifecycle;

import java.util.List;
import java.util.function.Consumer;
import org.debitcredit.event.BankEvent;

/**
 * Passes each event of the bank to all consumers, on the bank's thread. One that fails, such as a logger without
 * memory, neither keeps the event from the others nor ends that thread. A failure is then passed to all consumers as an
 * event of its own.
 */
public final class GuardedEvents implements Consumer<BankEvent> {

    private final List<Consumer<BankEvent>> consumers;

    /** @param consumers in the order in which they receive events */
    public GuardedEvents(List<Consumer<BankEvent>> consumers) {
        this.consumers = List.copyOf(consumers);
    }

    @Override
    public void accept(BankEvent event) {
        Throwable failure = null;
        for (Consumer<BankEvent> consumer : consumers) {
            try {
                consumer.accept(event);
            } catch (Throwable e) {
                failure = e;
            }
        }
        if (failure != null && !(event instanceof BankEvent.CallbackFailed)) {
            accept(new BankEvent.CallbackFailed().by(failure));
        }
    }
}
