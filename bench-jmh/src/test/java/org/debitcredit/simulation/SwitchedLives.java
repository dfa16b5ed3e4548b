package org.debitcredit.simulation;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SplittableRandom;
import org.debitcredit.directory.BankFiles;
import org.debitcredit.directory.BankFolders;
import org.debitcredit.directory.Medium;
import org.debitcredit.engine.Inquiry;
import org.debitcredit.engine.TransactionEngine;
import org.debitcredit.event.BankEvent;
import org.debitcredit.event.Progress;
import org.debitcredit.journal.ForwardingJournal;
import org.debitcredit.journal.Journal;
import org.debitcredit.journal.JournalDamage;
import org.debitcredit.journal.SwitchedJournal;
import org.debitcredit.ledger.memory.MemoryLedger;
import org.debitcredit.recovery.RunningBank;
import org.debitcredit.settings.BankSettings;
import org.debitcredit.settings.JournalKind;
import org.debitcredit.settings.JournalSettings;
import org.debitcredit.settings.SnapshotSettings;
import org.debitcredit.storage.Folder;
import org.debitcredit.storage.FolderLock;
import org.jspecify.annotations.Nullable;

/**
 * The lives of a bank on real files, each on the one kind of journal or on the other. A life ends in order, between two
 * groups, or in the middle of what the journal does, also while the bank is being opened.
 */
final class SwitchedLives {

    private static final int LIVES = 6;
    private static final int EPOCH_BYTES = 6_000;
    private static final int FILE_BYTES = 1 << 18;
    /** 30 transactions, by what the memory ledger redoes. */
    private static final Duration REPLAY_MAX = Duration.ofNanos(15_000);

    private final Path directory;
    private final SplittableRandom random;
    private final Trace trace = new Trace();
    private final Terms terms;
    private final Clients clients;
    private final ModelCheck modelCheck;
    private final BankSettings drawn;
    /** Starts that found epochs of the other kind, by the kind with which they continued. */
    final Map<JournalKind, Integer> switches = new EnumMap<>(JournalKind.class);

    int killsWhileOpening;
    int killsInTheMiddle;
    int endsInOrder;

    SwitchedLives(Path directory, long seed) {
        this.directory = directory;
        random = new SplittableRandom(seed);
        terms = new Terms(random.split());
        clients = new Clients(random.split(), terms);
        Set<Mode> modes = EnumSet.noneOf(Mode.class);
        modelCheck = new ModelCheck(trace, modes);
        drawn = new SettingsSwarm(random.split(), terms, modes).draw(false, false);
    }

    /** Answers what went wrong; null when nothing did. */
    @Nullable
    String play() throws IOException {
        for (int life = 0; life < LIVES; life++) {
            JournalKind kind = random.nextBoolean() ? JournalKind.CHRONICLE : JournalKind.FILE;
            try {
                live(kind);
            } catch (JournalDamage | IllegalStateException refusal) {
                modelCheck.report("the bank refuses to start", refusal);
            }
            try {
                modelCheck.requireNone();
            } catch (Violation violation) {
                return "life " + life + " on " + kind + ": " + violation.getMessage();
            }
        }
        return null;
    }

    /** Nothing is refused as busy, and snapshots free epochs of both kinds. */
    private BankSettings settings(JournalKind kind) throws IOException {
        return BankSettings.builder(directory, drawn.scale(), drawn.currency())
                .keyWindow(drawn.keyWindow())
                .keyAheadMax(drawn.keyAheadMax())
                .journal(new JournalSettings(kind, EPOCH_BYTES, FILE_BYTES, OptionalLong.empty()))
                .snapshots(new SnapshotSettings(REPLAY_MAX, drawn.snapshots().historyRetention()))
                .ledgerOutageMax(drawn.ledgerOutageMax())
                .engine(new TransactionEngine.Settings(256, 1_024, 8_192))
                .clocks(drawn.clocks())
                .ids(drawn.ids())
                .founds(BankFolders.isEmpty(directory))
                .build();
    }

    private void live(JournalKind kind) throws IOException {
        MortalDisk disk = new MortalDisk(
                switch (random.nextInt(4)) {
                    case 0 -> -1;
                    case 1 -> random.nextInt(4);
                    default -> random.nextInt(40);
                });
        BankSettings settings = settings(kind);
        modelCheck.model().time(terms.clock.wallMicros());
        modelCheck.model().keys().start(settings.keyWindow());
        BankFiles files = BankFolders.open(settings, BankEvent.IGNORE, List.of(disk, Medium.DISK));
        RunningBank bank;
        try {
            bank = RunningBank.recover(
                    files,
                    settings,
                    (identity, progress) -> new MemoryLedger(identity),
                    BankEvent.IGNORE,
                    Progress.NONE);
        } catch (ProcessDeath killed) {
            killsWhileOpening++;
            return;
        }
        modelCheck.recovered(bank, files, clients.keysToLookUp());
        for (int turns = random.nextInt(60); turns > 0 && !disk.isDead; turns--) {
            terms.clock.tick();
            carryGroup(bank, disk);
            for (int steps = random.nextInt(4); steps > 0 && !disk.isDead; steps--) {
                bank.snapshotter().step();
            }
        }
        disk.stepsToDeath = -1;
        if (disk.isDead) {
            killsInTheMiddle++;
            files.close();
        } else if (random.nextBoolean()) {
            files.close();
        } else {
            endsInOrder++;
            bank.close();
        }
    }

    private void carryGroup(RunningBank bank, MortalDisk disk) {
        List<SentSubmission> submissions = new ArrayList<>();
        for (int parcels = random.nextInt(4); parcels > 0; parcels--) {
            Parcel parcel = clients.parcel(
                    bank.settings().engine().submissionMax(),
                    drawn.keyAheadMax().toMillis());
            if (!parcel.isMalformed()) {
                SentSubmission sent = new SentSubmission(parcel, () -> !disk.isDead);
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

    /** A real disk; the process dies before or after something that its journal is asked to write. */
    private final class MortalDisk implements Medium {

        private int stepsToDeath;
        private boolean isDead;

        /** @param stepsToDeath negative for none */
        private MortalDisk(int stepsToDeath) {
            this.stepsToDeath = stepsToDeath;
        }

        @Override
        public Journal journal(Folder of, FolderLock lock, JournalSettings settings) throws IOException {
            Journal journal = Medium.super.journal(of, lock, settings);
            if (journal instanceof SwitchedJournal) {
                switches.merge(settings.kind(), 1, Integer::sum);
            }
            return new MortalJournal(journal);
        }

        private interface Step {
            void run() throws IOException;
        }

        private void step(Step step) throws IOException {
            if (isDead) {
                throw new ProcessDeath();
            }
            boolean isLast = stepsToDeath-- == 0;
            if (!isLast || random.nextBoolean()) {
                step.run();
            }
            if (isLast) {
                isDead = true;
                throw new ProcessDeath();
            }
        }

        private final class MortalJournal extends ForwardingJournal {

            private MortalJournal(Journal real) {
                super(real);
            }

            @Override
            public void beginEpoch(long epoch) throws IOException {
                step(() -> super.beginEpoch(epoch));
            }

            @Override
            public void append(ByteBuffer document) throws IOException {
                step(() -> super.append(document));
            }

            @Override
            public void force() throws IOException {
                step(super::force);
            }

            @Override
            public void removeThrough(long epoch) throws IOException {
                step(() -> super.removeThrough(epoch));
            }
        }
    }
}
