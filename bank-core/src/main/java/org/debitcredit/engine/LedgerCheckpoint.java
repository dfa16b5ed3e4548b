package org.debitcredit.engine;

import org.debitcredit.transaction.LogPosition;
import org.jspecify.annotations.Nullable;

/**
 * A command that finds out what a persistent ledger has on its own disk, so that the journal before that can be
 * removed. It begins a new epoch, at which the journal can be cut, unless the current epoch has no transaction yet.
 */
public final class LedgerCheckpoint implements Command {

    private volatile @Nullable LogPosition durable;
    private volatile boolean answered;
    private volatile boolean rejected;

    /** The durable log position of the ledger; null before the answer, or if none is known. */
    public @Nullable LogPosition durable() {
        return durable;
    }

    /** Whether the answer is there. */
    public boolean isAnswered() {
        return answered;
    }

    /** Whether the bank is stopped and no answer will come. */
    public boolean isRejected() {
        return rejected;
    }

    void answer(@Nullable LogPosition found) {
        durable = found;
    }

    @Override
    public void answered() {
        answered = true;
    }

    @Override
    public void rejected() {
        rejected = true;
    }
}
