package org.debitcredit.audit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import org.debitcredit.bank.BankIdentity;
import org.debitcredit.bank.BankScale;
import org.debitcredit.ledger.BalanceKind;
import org.debitcredit.ledger.BranchHistory;
import org.debitcredit.ledger.Ledger;
import org.debitcredit.ledger.memory.MemoryLedger;
import org.debitcredit.snapshot.Snapshot;
import org.debitcredit.transaction.LogPosition;
import org.debitcredit.transaction.TransactionBatch;
import org.jspecify.annotations.Nullable;

/**
 * Compares one snapshot with the journal: after loading it and redoing it to its end, it must equal the replay at that
 * point.
 */
final class SnapshotCheck {

    private static final int BALANCES_AT_ONCE = 8_192;

    private final Snapshot snapshot;
    private final BankIdentity identity;
    private @Nullable MemoryLedger loaded;
    private boolean done;

    SnapshotCheck(Snapshot snapshot, BankIdentity identity) {
        this.snapshot = snapshot;
        this.identity = identity;
    }

    Snapshot snapshot() {
        return snapshot;
    }

    /** Whether both its log positions have been met. */
    boolean isDone() {
        return done;
    }

    void redo(TransactionBatch batch, LogPosition logPosition) {
        if (loaded != null) {
            loaded.redo(batch, 0, logPosition);
        }
    }

    /** Takes each log position as the replay meets it; answers what differs at the snapshot's end, or null. */
    @Nullable
    String reached(LogPosition logPosition, Ledger replayed) {
        if (loaded == null && !done && logPosition.equals(snapshot.start())) {
            load();
        }
        MemoryLedger ledger = loaded;
        if (ledger == null || !logPosition.equals(snapshot.end())) {
            return null;
        }
        done = true;
        loaded = null;
        try (ledger) {
            return difference(ledger, replayed);
        }
    }

    private void load() {
        MemoryLedger ledger = new MemoryLedger(identity);
        try {
            snapshot.loadInto(ledger, (at, total) -> {});
        } catch (IOException e) {
            throw new UncheckedIOException(snapshot.place() + " cannot be read again", e);
        }
        loaded = ledger;
    }

    private @Nullable String difference(Ledger ledger, Ledger replayed) {
        BankScale scale = identity.scale();
        long[] ours = new long[BALANCES_AT_ONCE];
        long[] theirs = new long[BALANCES_AT_ONCE];
        for (BalanceKind kind : BalanceKind.values()) {
            for (long from = 0; from < kind.count(scale); from += BALANCES_AT_ONCE) {
                int count = (int) Math.min(BALANCES_AT_ONCE, kind.count(scale) - from);
                ledger.copy(kind, from, count, ours);
                replayed.copy(kind, from, count, theirs);
                int at = Arrays.mismatch(ours, 0, count, theirs, 0, count);
                if (at >= 0) {
                    return snapshot.place() + ", after redo to its end at position "
                            + snapshot.end().position() + ", has " + ours[at] + " for " + kind + " "
                            + kind.idAt(scale, from + at) + "; according to the journal it is " + theirs[at];
                }
            }
        }
        BranchHistory history = ledger.history();
        BranchHistory expected = replayed.history();
        boolean sameHistory = Arrays.equals(history.rows(), expected.rows())
                && Arrays.equals(history.sumsMinor(), expected.sumsMinor());
        return sameHistory ? null : snapshot.place() + " counts different postings from those in the journal";
    }
}
