package org.debitcredit.event;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** Counts what the writer's journal did so far. Written by the writer, read by anyone. */
public final class JournalCounters implements Consumer<BankEvent> {

    private final AtomicLong forces = new AtomicLong();
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicLong longestForceNanos = new AtomicLong();

    @Override
    public void accept(BankEvent event) {
        if (event instanceof BankEvent.GroupCommitted group) {
            forces.setRelease(forces.getPlain() + 1);
            bytes.setRelease(bytes.getPlain() + group.journalBytes());
            if (group.forceNanos() > longestForceNanos.getPlain()) {
                longestForceNanos.setRelease(group.forceNanos());
            }
        }
    }

    /** Forces so far. */
    public long forces() {
        return forces.getAcquire();
    }

    /** Bytes of the documents written so far. */
    public long bytes() {
        return bytes.getAcquire();
    }

    /** The longest force since the last call. */
    public long takeLongestForceNanos() {
        return longestForceNanos.getAndSet(0);
    }
}
