package org.debitcredit.simulation;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.debitcredit.engine.Inquiry;
import org.debitcredit.founding.BankRecord;
import org.debitcredit.founding.BankRecords;
import org.debitcredit.journal.EpochArchive;
import org.debitcredit.journal.FileJournal;
import org.debitcredit.journal.Journal;
import org.debitcredit.ledger.BalanceKind;
import org.debitcredit.ledger.memory.MemoryLedger;
import org.debitcredit.recovery.BankObserver;
import org.debitcredit.recovery.Media;
import org.debitcredit.recovery.Progress;
import org.debitcredit.recovery.RunningBank;
import org.debitcredit.snapshot.Snapshot;
import org.debitcredit.snapshot.SnapshotStore;
import org.debitcredit.storage.MediumLoss;
import org.debitcredit.transaction.TransactionBatch;

/**
 * One process that runs the bank, from recovery to its end. Its threads are stepped by hand: writer, snapshotter and
 * filler; while one of them forces, the others may go on.
 */
final class Life implements BankObserver {

    private final SimulatedDisk disk;
    private final Terms terms;
    private final Clients clients;
    private final Judge judge;
    private final RandomGenerator random;
    private final Parts parts;
    private final boolean isDamaged;

    private final FileJournal fileJournal;
    private final Media media;
    private final RunningBank bank;

    private boolean isReady;
    private boolean writerRuns;
    private boolean snapshotterRuns;
    private int snapshots;

    /**
     * Recovers the bank that a disk holds.
     *
     * @param isDamaged whether something on the disk was changed, and so snapshots may be passed over
     */
    Life(
            SimulatedDisk disk,
            DiskFaults faults,
            Terms terms,
            Clients clients,
            Judge judge,
            RandomGenerator random,
            Parts parts,
            boolean isDamaged)
            throws IOException {
        this.disk = disk;
        this.terms = terms;
        this.clients = clients;
        this.judge = judge;
        this.random = random;
        this.parts = parts;
        this.isDamaged = isDamaged;
        disk.newProcess(faults, this::meanwhile);
        fileJournal = FileJournal.open(parts.folder("journal", disk.folder("journal")), terms.segmentBytes);
        Journal journal = parts.journal(fileJournal);
        BankRecords records = new BankRecords(List.of(parts.folder("data", disk.folder("data"))), 0, MediumLoss.STOP);
        media = new Media(
                journal,
                new SnapshotStore(List.of(parts.folder("snapshots", disk.folder("snapshots")))),
                new EpochArchive(parts.folder("archive", disk.folder("archive"))),
                records,
                new SimulatedLock());
        BankRecord record = records.latest();
        bank = RunningBank.recover(
                media,
                terms.settings.founding(record == null || record.isFounding()),
                (identity, progress) -> parts.ledger(new MemoryLedger(identity)),
                this,
                Progress.NONE);
    }

    /** The bank has been judged; its threads begin. */
    void begin() {
        isReady = true;
    }

    RunningBank bank() {
        return bank;
    }

    Media media() {
        return media;
    }

    int snapshots() {
        return snapshots;
    }

    /** Closes the bank in order; its threads have ended then. */
    void stop() throws IOException {
        isReady = false;
        bank.close();
    }

    boolean isOver() {
        return disk.isDead() || bank.engine().stoppedBy() != null;
    }

    /** One of the threads does something. */
    void step() {
        int choice = random.nextInt(20);
        if (choice < 11) {
            terms.tick();
            turnWriter();
        } else if (choice < 17) {
            turnSnapshotter(1 + random.nextInt(4));
        } else if (choice < 18) {
            bank.snapshotter().request();
        } else {
            fill();
        }
    }

    /** While one thread forces. */
    private void meanwhile() {
        if (!isReady || random.nextInt(3) == 0) {
            return;
        }
        for (int steps = random.nextInt(4); steps > 0 && !disk.isDead(); steps--) {
            switch (random.nextInt(4)) {
                case 0 -> fill();
                case 1 -> turnWriter();
                default -> turnSnapshotter(1 + random.nextInt(4));
            }
        }
    }

    private void turnWriter() {
        if (writerRuns || isOver()) {
            return;
        }
        writerRuns = true;
        try {
            carryGroup();
        } finally {
            writerRuns = false;
        }
    }

    private void carryGroup() {
        List<List<Asked>> submissions = clients.submissions();
        List<Ride> rides = new ArrayList<>();
        for (List<Asked> submission : submissions) {
            Ride ride = new Ride(submission, () -> !disk.isDead());
            rides.add(ride);
            if (!bank.engine().submit(ride.submission())) {
                judge.report("the ring is full", null);
            }
        }
        List<Inquiry> inquiries = inquiries();
        inquiries.forEach(bank.engine()::submit);
        Group expected = judge.model().expect(submissions, bank.clock().micros());
        bank.engine().step();
        judge.group(expected, rides, inquiries, bank.engine(), disk.isDead());
        Throwable stoppedBy = bank.engine().stoppedBy();
        if (stoppedBy != null && !disk.hasFailed() && !parts.failOpenly()) {
            judge.report("the bank stopped though nothing failed", stoppedBy);
        }
    }

    private List<Inquiry> inquiries() {
        List<Inquiry> inquiries = new ArrayList<>();
        for (int i = random.nextInt(3); i > 0; i--) {
            BalanceKind kind = BalanceKind.values()[random.nextInt(3)];
            long id = kind.idAt(Terms.SCALE, random.nextLong(kind.count(Terms.SCALE)));
            inquiries.add(new Inquiry.Balance(kind, id, answered -> {}));
        }
        if (random.nextInt(3) == 0) {
            inquiries.add(new Inquiry.Key(clients.anyKey(), answered -> {}));
        }
        if (random.nextInt(10) == 0) {
            inquiries.add(new Inquiry.Sums(answered -> {}));
        }
        return inquiries;
    }

    private void turnSnapshotter(int steps) {
        if (snapshotterRuns || isOver()) {
            return;
        }
        snapshotterRuns = true;
        try {
            for (int i = 0; i < steps && !disk.isDead(); i++) {
                bank.snapshotter().step();
            }
        } catch (ProcessDeath death) {
            // The snapshotter's thread dies with its process.
        } finally {
            snapshotterRuns = false;
        }
    }

    private void fill() {
        if (isOver()) {
            return;
        }
        try {
            fileJournal.fillOnce();
        } catch (ProcessDeath death) {
            // The filler's thread dies with its process.
        } catch (IOException e) {
            if (!disk.hasFailed()) {
                judge.report("the filler failed though nothing did", e);
            }
        }
    }

    @Override
    public void groupCommitted(TransactionBatch batch, int journalBytes, long forceNanos) {
        if (batch.firstPosition() != judge.model().position() + 1) {
            judge.report(
                    "a group begins at position " + batch.firstPosition() + " behind position "
                            + judge.model().position(),
                    null);
        }
    }

    @Override
    public void passengerFailed(Throwable cause) {
        judge.report("a passenger failed", cause);
    }

    @Override
    public void snapshotPublished(Snapshot snapshot) {
        snapshots++;
        if (snapshot.start().position() > snapshot.end().position()
                || snapshot.end().position() > judge.model().position() && !writerRuns) {
            judge.report(
                    "a snapshot from " + snapshot.start() + " to " + snapshot.end() + " was published at position "
                            + judge.model().position(),
                    null);
        }
    }

    @Override
    public void snapshotFailed(Throwable cause) {
        if (!disk.hasFailed() && !parts.failOpenly()) {
            judge.report("a snapshot failed though nothing did", cause);
        }
    }

    @Override
    public void snapshotPassedOver(String reason) {
        if (!isDamaged) {
            judge.report("a snapshot was passed over though nothing was damaged: " + reason, null);
        }
    }
}
