package org.debitcredit.engine;

/**
 * A command by which an idle writer, too, finds out that another process may have taken over its files: it stops then.
 * Before it acknowledges anything it looks in any case.
 */
public final class OwnershipCheck implements Command {

    private volatile boolean done;

    /** Whether the writer has looked, or is stopped. */
    public boolean isDone() {
        return done;
    }

    @Override
    public void answered() {
        done = true;
    }

    @Override
    public void rejected() {
        done = true;
    }
}
