package org.debitcredit.audit;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.debitcredit.bank.BankIdentity;
import org.debitcredit.bank.Clocks;
import org.debitcredit.directory.StoredBank;
import org.debitcredit.event.Progress;
import org.debitcredit.journal.Epochs;
import org.debitcredit.journal.JournalDamage;
import org.debitcredit.journal.JournalReader;
import org.debitcredit.journal.JournalTail;
import org.debitcredit.ledger.Totals;
import org.debitcredit.ledger.memory.MemoryLedger;
import org.debitcredit.snapshot.Snapshot;
import org.debitcredit.snapshot.SnapshotDamage;
import org.debitcredit.storage.BoundedWork;
import org.debitcredit.storage.MediumWatch;
import org.debitcredit.transaction.LogPosition;
import org.debitcredit.transaction.TransactionBatch;
import org.jspecify.annotations.Nullable;

/**
 * Checks a bank's files offline: every checksum and chain link of the journal, every page of every snapshot; it decides
 * every transaction again by the bank's rules and compares the results with the journal, redoes each snapshot from its
 * start to its end and compares it with the replay, and adds up the four sums. If there are reversals, a second pass
 * over the journal compares them with their originals.
 *
 * <p>If the journal does not reach back to the founding, the replay begins with the oldest intact snapshot.
 */
public final class BankAudit implements JournalReader.BatchVisitor {

    /**
     * The result of the audit.
     *
     * @param bank the bank of the files; null if they are empty
     * @param fromPosition where the replay began; 0 is the founding
     * @param transactions decided again, of which {@code committed} and {@code refused}
     * @param endedInOrder whether the last server stopped cleanly
     * @param documentsCut incomplete documents at the end: unacknowledged, or damaged
     * @param snapshots that were compared with the journal, or begun from
     * @param totals the four sums
     * @param firstFault the first fault, with its place; null if there is none
     */
    public record Finding(
            @Nullable BankIdentity bank,
            long fromPosition,
            long transactions,
            long committed,
            long refused,
            boolean endedInOrder,
            int documentsCut,
            int snapshots,
            Totals totals,
            @Nullable String firstFault) {

        /** Whether there is no fault. */
        public boolean holds() {
            return firstFault == null;
        }
    }

    private static final String REMEDY = "The bank was not checked. Check the disk, then run the check again";

    private static final Totals NOTHING =
            new Totals(BigInteger.ZERO, BigInteger.ZERO, BigInteger.ZERO, BigInteger.ZERO, 0, 0);

    private final BankIdentity identity;
    private final Progress progress;
    private final MemoryLedger ledger;
    private final Redecision redecision = new Redecision();
    private final ReversalCheck reversals;
    private final List<SnapshotCheck> checks = new ArrayList<>();
    private final @Nullable LedgerCheck database;
    private @Nullable Snapshot base;
    private boolean begun;
    private int snapshotsRight;
    private @Nullable String firstFault;

    private BankAudit(BankIdentity identity, @Nullable LedgerCheck database, Progress progress) {
        this.identity = identity;
        this.database = database;
        this.progress = progress;
        this.ledger = new MemoryLedger(identity);
        this.reversals = new ReversalCheck(identity.scale());
    }

    /**
     * Audits the bank in a data directory, which no server may be using, or a backup.
     *
     * @throws java.nio.file.NoSuchFileException when there is no bank in it
     * @throws org.debitcredit.storage.MediumHangs if a medium does not respond
     */
    public static Finding of(Path data, Progress progress) throws IOException {
        return of(data, null, progress);
    }

    /**
     * The same, and compares the replay with the database of the bank's ledger.
     *
     * @param database null for none
     */
    public static Finding of(Path data, @Nullable LedgerCheck database, Progress progress) throws IOException {
        return of(data, database, progress, new MediumWatch(), Clocks.SYSTEM.monotonicNanos());
    }

    /**
     * The same with a different watch.
     *
     * @param watch in which all accesses to the files take part
     * @param nanos a clock that is never set back, nanoseconds
     */
    static Finding of(
            Path data, @Nullable LedgerCheck database, Progress progress, MediumWatch watch, LongSupplier nanos)
            throws IOException {
        return new BoundedWork("bank-verify", BoundedWork.ACCESS_MAX, nanos, REMEDY)
                .run(watch, () -> of(data, database, progress, watch));
    }

    private static Finding of(Path data, @Nullable LedgerCheck database, Progress progress, MediumWatch watch)
            throws IOException {
        try (StoredBank bank = StoredBank.open(data, watch)) {
            Epochs epochs = epochs(bank);
            BankIdentity identity = epochs.identity();
            if (identity == null) {
                // Damage may have left no epoch with an intact beginning. Reading shows this.
                JournalTail tail = JournalReader.read(bank.epochs(), (batch, logPosition) -> {});
                String lost = bank.lost(epochs, tail);
                String fault = lost != null ? lost : lostJournal(bank, database);
                return new Finding(null, 0, 0, 0, 0, fault == null, 0, 0, NOTHING, fault);
            }
            BankAudit audit = new BankAudit(identity, database, progress);
            try (audit.ledger) {
                return audit.audit(bank, epochs);
            }
        } catch (JournalDamage damage) {
            return new Finding(null, 0, 0, 0, 0, false, 0, 0, NOTHING, damage.getMessage());
        }
    }

    private static Epochs epochs(StoredBank bank) throws IOException {
        try {
            return Epochs.of(bank.epochs());
        } catch (JournalDamage missing) {
            throw JournalReader.locate(bank.epochs(), missing);
        }
    }

    private static @Nullable String lostJournal(StoredBank bank, @Nullable LedgerCheck database) throws IOException {
        for (Snapshot snapshot : bank.snapshots().newestFirst(damage -> {})) {
            return snapshot.place() + " is at " + snapshot.start() + ", but there is no epoch";
        }
        if (database != null) {
            return "the database is at " + database.logPosition() + ", but there is no epoch";
        }
        return null;
    }

    private Finding audit(StoredBank bank, Epochs epochs) throws IOException {
        List<Snapshot> whole = wholeSnapshots(bank);
        chooseBase(epochs, whole);
        boolean endedInOrder = false;
        int documentsCut = 0;
        try {
            JournalTail tail = JournalReader.read(bank.epochs(), epochs, 0, this);
            endedInOrder = tail.endedInOrder();
            documentsCut = tail.documentsCut();
            fault(bank.lost(epochs, tail));
            checkReversals(bank, epochs);
        } catch (JournalDamage damage) {
            fault(damage.getMessage());
        }
        for (SnapshotCheck check : checks) {
            if (!check.isDone()) {
                fault(check.snapshot().place() + " is from " + check.snapshot().start() + " to "
                        + check.snapshot().end() + "; the journal does not contain both points");
            }
        }
        if (database != null) {
            fault(database.notCompared(
                    identity, soundFrom(), ledger.logPosition().position()));
        }
        Totals totals = ledger.totals();
        if (!totals.hold()) {
            fault("the four sums differ: " + totals);
        }
        long from = base == null ? 0 : base.start().position();
        return new Finding(
                identity,
                from,
                redecision.committed() + redecision.refused(),
                redecision.committed(),
                redecision.refused(),
                endedInOrder,
                documentsCut,
                snapshotsRight,
                totals,
                firstFault);
    }

    private void checkReversals(StoredBank bank, Epochs epochs) throws IOException {
        if (!reversals.isEmpty()) {
            fault(reversals.collected(
                    epochs.positionBefore(0), epochs.keysLowered().throughPosition()));
            JournalReader.read(bank.epochs(), epochs, 0, (batch, logPosition) -> {
                fault(reversals.compare(batch));
                progress.at("checking reversals", logPosition.position(), 0);
            });
        }
    }

    /** The replay's balances are consistent from here on. */
    private long soundFrom() {
        return base == null ? 0 : base.end().position();
    }

    private List<Snapshot> wholeSnapshots(StoredBank bank) throws IOException {
        List<Snapshot> whole = new ArrayList<>();
        for (Snapshot snapshot : bank.snapshots().newestFirst(damage -> fault(damage.getMessage()))) {
            try {
                snapshot.verify((done, total) -> progress.at("checking snapshots, pages", done, total));
                whole.add(snapshot);
            } catch (SnapshotDamage damage) {
                fault(damage.getMessage());
            }
        }
        return whole;
    }

    /**
     * The oldest snapshot, if the journal does not reach back to the founding. All other snapshots are checked against
     * the replay from it.
     */
    private void chooseBase(Epochs epochs, List<Snapshot> newestFirst) throws IOException {
        begun = epochs.positionBefore(0) == 0;
        for (int i = newestFirst.size() - 1; i >= 0; i--) {
            Snapshot snapshot = newestFirst.get(i);
            if (!begun && base == null && epochs.holding(snapshot.start()) >= 0) {
                base = snapshot;
                snapshotsRight++;
                snapshot.loadInto(ledger, (done, total) -> {});
            } else {
                checks.add(new SnapshotCheck(snapshot, identity));
            }
        }
        if (!begun && base == null) {
            fault("the journal begins after position " + epochs.positionBefore(0)
                    + ", and no intact snapshot begins at or after it" + epochs.brokenBeforeOldest());
        }
    }

    @Override
    public void epochBegins(LogPosition logPosition) {
        reached(logPosition);
    }

    @Override
    public void batch(TransactionBatch batch, LogPosition logPosition) {
        reversals.collect(batch);
        if (begun) {
            for (SnapshotCheck check : checks) {
                check.redo(batch, logPosition);
            }
            if (base != null && logPosition.position() <= soundFrom()) {
                ledger.redo(batch, 0, logPosition);
            } else {
                fault(redecision.differs(ledger, batch, logPosition));
            }
        }
        reached(logPosition);
        progress.at("checking transactions", logPosition.position(), 0);
    }

    private void reached(LogPosition logPosition) {
        begun |= base != null && logPosition.equals(base.start());
        if (database != null) {
            compare(database, logPosition);
        }
        for (SnapshotCheck check : checks) {
            boolean wasDone = check.isDone();
            fault(check.reached(logPosition, ledger));
            if (check.isDone() && !wasDone) {
                snapshotsRight++;
            }
        }
    }

    /** As long as the replayed balances are inconsistent, they cannot be compared with a database. */
    private void compare(LedgerCheck stored, LogPosition logPosition) {
        if (begun && logPosition.position() >= soundFrom() && stored.standsAt(identity, logPosition)) {
            fault(stored.differences(ledger));
        }
    }

    /** Only the first fault is kept, because later ones may be its consequence. */
    private void fault(@Nullable String found) {
        if (firstFault == null) {
            firstFault = found;
        }
    }
}
