package org.debitcredit.engine;

import org.debitcredit.ledger.BranchHistory;
import org.debitcredit.transaction.LogPosition;
import org.jspecify.annotations.Nullable;

/**
 * A command that finds out the writer's position when a snapshot begins or ends. When it is answered, everything
 * executed so far is durable and no other group is in progress.
 *
 * <p>A start begins a new epoch, so that the journal can later be cut there, unless the current epoch has no
 * transaction yet.
 */
public final class SnapshotBoundary implements Command {

    /** Beginning or end of the snapshot. */
    public enum Kind {
        START,
        END
    }

    /**
     * The writer's position.
     *
     * @param logPosition of the last executed transaction
     * @param history postings up to the log position at a start; none at an end
     * @param keysForgottenThroughMillis highest time of any key forgotten so far: see {@link IdempotencyWindow}
     */
    public record Answer(LogPosition logPosition, BranchHistory history, long keysForgottenThroughMillis) {}

    private final Kind kind;
    private volatile @Nullable Answer answer;
    private volatile boolean rejected;

    public SnapshotBoundary(Kind kind) {
        this.kind = kind;
    }

    public Kind kind() {
        return kind;
    }

    /** The answer; null while it is not there. */
    public @Nullable Answer answer() {
        return answer;
    }

    /** Whether the bank is stopped and no answer will come. */
    public boolean isRejected() {
        return rejected;
    }

    void answer(Answer found) {
        answer = found;
    }

    @Override
    public void answered() {}

    @Override
    public void rejected() {
        rejected = true;
    }
}
