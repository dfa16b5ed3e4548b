package org.debitcredit.simulation;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SplittableRandom;
import org.debitcredit.directory.BankFiles;
import org.debitcredit.engine.Inquiry;
import org.debitcredit.engine.TransactionEngine;
import org.debitcredit.event.BankEvent;
import org.debitcredit.event.Progress;
import org.debitcredit.founding.BankRecord;
import org.debitcredit.founding.BankRecords;
import org.debitcredit.journal.EpochArchive;
import org.debitcredit.journal.JournalDamage;
import org.debitcredit.ledger.memory.MemoryLedger;
import org.debitcredit.recovery.RunningBank;
import org.debitcredit.settings.BankSettings;
import org.debitcredit.settings.JournalKind;
import org.debitcredit.settings.JournalSettings;
import org.debitcredit.settings.SnapshotSettings;
import org.debitcredit.snapshot.SnapshotStore;
import org.debitcredit.storage.MediumLoss;
import org.jspecify.annotations.Nullable;

/** The runs of a bank on Chronicle's real files. Each starts from a crash image of the previous one. */
final class ChronicleLives {

    private static final int LIVES = 5;
    private static final int EPOCH_BYTES = 6_000;
    /** 30 transactions, by what the memory ledger redoes. */
    private static final Duration REPLAY_MAX = Duration.ofNanos(15_000);

    private final Path directory;
    private final boolean forces;
    private final SplittableRandom random;
    private final Trace trace = new Trace();
    private final Terms terms;
    private final Clients clients;
    private final ModelCheck modelCheck;
    private final SimulatedDisk disk;
    private final BankSettings settings;
    private Map<String, byte[]> durable = Map.of();
    private boolean isLost;

    ChronicleLives(Path directory, long seed, boolean forces) {
        this.directory = directory;
        this.forces = forces;
        random = new SplittableRandom(seed);
        terms = new Terms(random.split());
        clients = new Clients(random.split(), terms);
        Set<Mode> modes = EnumSet.noneOf(Mode.class);
        modelCheck = new ModelCheck(trace, modes);
        settings = roomy(new SettingsSwarm(random.split(), terms, modes).draw(false, false));
        disk = new SimulatedDisk(random.split(), trace);
    }

    /** Answers what went wrong; null when nothing did. */
    @Nullable
    String play() throws IOException {
        for (int life = 0; life < LIVES; life++) {
            try {
                live(life);
            } catch (JournalDamage | IllegalStateException refusal) {
                modelCheck.report("the bank refuses to start", refusal);
            }
            try {
                modelCheck.requireNone();
            } catch (Violation violation) {
                return "life " + life + ": " + violation.getMessage();
            }
        }
        return null;
    }

    /**
     * Nothing is refused as busy, everyone who comes at once is in one group, and an epoch holds several of them:
     * each takes a queue of its own, which is slow to make.
     */
    private static BankSettings roomy(BankSettings drawn) {
        return BankSettings.builder(drawn.data(), drawn.scale(), drawn.currency())
                .keyWindow(drawn.keyWindow())
                .keyAheadMax(drawn.keyAheadMax())
                .journal(new JournalSettings(JournalKind.FILE, EPOCH_BYTES, 1 << 20, OptionalLong.empty()))
                .snapshots(new SnapshotSettings(REPLAY_MAX, drawn.snapshots().historyRetention()))
                .ledgerOutageMax(drawn.ledgerOutageMax())
                .engine(new TransactionEngine.Settings(256, 1_024, 8_192))
                .clocks(drawn.clocks())
                .ids(drawn.ids())
                .build();
    }

    private void live(int life) throws IOException {
        SimulatedProcess process = new SimulatedProcess(random, trace, EnumSet.noneOf(Mode.class), ProcessFaults.NONE);
        SimulatedDirectory data = new SimulatedDirectory(disk, process, SettingsSwarm.DATA.toString(), Parts.SOUND);
        int forcesToDeath = random.nextInt(4) == 0 ? -1 : random.nextInt(25);
        ImagedJournal journal =
                new ImagedJournal(directory.resolve("life-" + life), random, durable, isLost, forcesToDeath, forces);
        data.folder("journal");
        BankRecords records = new BankRecords(List.of(data.root()), 0, MediumLoss.STOP);
        BankRecord record = records.latest();
        BankFiles files = new BankFiles(
                journal,
                new SnapshotStore(List.of(data.folder("snapshots"))),
                new EpochArchive(data.folder("archive")),
                records,
                data.lock("journal"));
        modelCheck.model().time(terms.clock.wallMicros());
        modelCheck.model().keys().start(settings.keyWindow());
        RunningBank bank = RunningBank.recover(
                files,
                settings.founding(record == null || record.isFounding()),
                (identity, progress) -> new MemoryLedger(identity),
                BankEvent.IGNORE,
                Progress.NONE);
        modelCheck.recovered(bank, files, clients.keysToLookUp());
        // A power cut right after readiness shows whether what was read had been made durable.
        for (int turns = isLost ? 0 : random.nextInt(40); turns > 0 && !journal.isDead(); turns--) {
            terms.clock.tick();
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
        process.kill();
        journal.close();
    }

    private void carryGroup(RunningBank bank, ImagedJournal journal) {
        List<SentSubmission> submissions = new ArrayList<>();
        for (int parcels = random.nextInt(4); parcels > 0; parcels--) {
            Parcel parcel = clients.parcel(
                    bank.settings().engine().submissionMax(),
                    settings.keyAheadMax().toMillis());
            if (!parcel.isMalformed()) {
                SentSubmission sent = new SentSubmission(parcel, () -> !journal.isDead());
                submissions.add(sent);
                bank.engine().submit(sent.submission());
            }
        }
        Inquiry.Sums sums = new Inquiry.Sums(answered -> {});
        bank.engine().submit(sums);
        long bankMicros = bank.clock().micros();
        modelCheck.model().time(bankMicros);
        bank.engine().step();
        for (SentSubmission sent : submissions) {
            if (sent.isAnswered()) {
                modelCheck.answered(sent, bankMicros);
            } else {
                modelCheck.inDoubt(sent);
            }
        }
        if (sums.available()) {
            modelCheck.compare(
                    sums, modelCheck.model().balances(), modelCheck.model().position());
        }
    }
}
