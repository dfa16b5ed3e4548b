package org.debitcredit.engine;

/**
 * A command by which even an idle writer finds out that another process may have taken over its files. The writer stops
 * in that case. It also checks this before it acknowledges anything.
 */
public final class OwnershipCheck implements Command {

    private volatile boolean done;

    /** Whether the writer has checked, or is stopped. */
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
