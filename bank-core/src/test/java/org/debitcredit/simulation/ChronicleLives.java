package org.debitcredit.simulation;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.debitcredit.engine.Inquiry;
import org.debitcredit.founding.BankRecord;
import org.debitcredit.founding.BankRecords;
import org.debitcredit.journal.EpochArchive;
import org.debitcredit.journal.JournalDamage;
import org.debitcredit.ledger.memory.MemoryLedger;
import org.debitcredit.recovery.BankObserver;
import org.debitcredit.recovery.Media;
import org.debitcredit.recovery.Progress;
import org.debitcredit.recovery.RunningBank;
import org.debitcredit.snapshot.SnapshotStore;
import org.debitcredit.storage.MediumLoss;
import org.jspecify.annotations.Nullable;

/** The lives of a bank on Chronicle's real files: each goes on from a crash image of the one before. */
final class ChronicleLives {

    private static final int LIVES = 5;

    private final Path directory;
    private final boolean forces;
    private final SplittableRandom random;
    private final Trace trace = new Trace();
    private final Terms terms;
    private final Clients clients;
    private final Judge judge;
    private final SimulatedDisk disk;
    private Map<String, byte[]> durable = Map.of();
    private boolean isLost;

    ChronicleLives(Path directory, long seed, boolean forces) {
        this.directory = directory;
        this.forces = forces;
        random = new SplittableRandom(seed);
        terms = new Terms(random.split());
        clients = new Clients(random.split(), terms);
        judge = new Judge(
                new ModelBank(Terms.SCALE, terms.settings.keyWindow(), Terms.KEY_AHEAD_MILLIS_MAX), trace, false);
        disk = new SimulatedDisk(random.split(), trace);
    }

    /** Answers what went wrong; null when nothing did. */
    @Nullable
    String play() throws IOException {
        for (int life = 0; life < LIVES; life++) {
            try {
                live(life);
            } catch (JournalDamage | IllegalStateException refusal) {
                judge.report("the bank refuses to start", refusal);
            }
            Violation violation = judge.violation();
            if (violation != null) {
                return "life " + life + ": " + violation.getMessage();
            }
        }
        return null;
    }

    private void live(int life) throws IOException {
        disk.newProcess(DiskFaults.NONE, () -> {});
        int forcesToDeath = random.nextInt(4) == 0 ? -1 : random.nextInt(25);
        ImagedJournal journal =
                new ImagedJournal(directory.resolve("life-" + life), random, durable, isLost, forcesToDeath, forces);
        BankRecords records = new BankRecords(List.of(disk.folder("data")), 0, MediumLoss.STOP);
        BankRecord record = records.latest();
        Media media = new Media(
                journal,
                new SnapshotStore(List.of(disk.folder("snapshots"))),
                new EpochArchive(disk.folder("archive")),
                records,
                new SimulatedLock());
        RunningBank bank = RunningBank.recover(
                media,
                terms.settings.founding(record == null || record.isFounding()),
                (identity, progress) -> new MemoryLedger(identity),
                BankObserver.NONE,
                Progress.NONE);
        judge.recovered(bank, clients.keysToLookUp(), terms.clockMicros());
        // A power cut right after readiness shows whether what was read had been made durable.
        for (int turns = isLost ? 0 : random.nextInt(40); turns > 0 && !journal.isDead(); turns--) {
            terms.tick();
            carryGroup(bank, journal);
            for (int steps = random.nextInt(4); steps > 0 && !journal.isDead(); steps--) {
                bank.snapshotter().step();
            }
        }
        boolean failedForce = journal.isDead() && random.nextBoolean();
        boolean powerCut = !failedForce && (isLost || random.nextBoolean());
        durable = journal.image(directory.resolve("life-" + (life + 1)), powerCut);
        isLost = failedForce;
        if (powerCut) {
            disk.cutPower();
        }
        journal.close();
    }

    private void carryGroup(RunningBank bank, ImagedJournal journal) {
        List<List<Asked>> submissions = clients.submissions();
        List<Ride> rides = new ArrayList<>();
        for (List<Asked> submission : submissions) {
            Ride ride = new Ride(submission, () -> !journal.isDead());
            rides.add(ride);
            bank.engine().submit(ride.submission());
        }
        List<Inquiry> inquiries = List.of(new Inquiry.Sums(answered -> {}));
        inquiries.forEach(bank.engine()::submit);
        Group expected = judge.model().expect(submissions, bank.clock().micros());
        bank.engine().step();
        judge.group(expected, rides, inquiries, bank.engine(), journal.isDead());
    }
}
