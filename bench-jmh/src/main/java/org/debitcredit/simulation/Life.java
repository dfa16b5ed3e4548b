package org.debitcredit.simulation;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.debitcredit.bank.BankIdentity;
import org.debitcredit.checkpoint.TakenSnapshot;
import org.debitcredit.directory.BankFiles;
import org.debitcredit.directory.BankFolders;
import org.debitcredit.engine.Inquiry;
import org.debitcredit.engine.OwnershipCheck;
import org.debitcredit.engine.TransactionEngine.Intake;
import org.debitcredit.event.BankEvent;
import org.debitcredit.event.Progress;
import org.debitcredit.journal.JournalWriter;
import org.debitcredit.ledger.BalanceKind;
import org.debitcredit.ledger.Ledger;
import org.debitcredit.ledger.memory.MemoryLedger;
import org.debitcredit.recovery.RunningBank;
import org.debitcredit.settings.BankSettings;
import org.debitcredit.transaction.Failure;
import org.debitcredit.transaction.LogPosition;
import org.debitcredit.transaction.TransactionBatch;
import org.jspecify.annotations.Nullable;

/**
 * One process that runs the bank, from recovery to its end. It opens the bank as a server does. Its threads (writer,
 * snapshotter and filler) are stepped by hand. While one of them forces, the others may continue.
 */
final class Life implements Consumer<BankEvent> {

    private static final int HANGING_TURNS = 40;

    /** Enough that the journal may become full while a backup holds it. */
    private static final int HANGING_TURNS_OF_BACKUP = 200;

    /**
     * Turns of the other threads beside the forces of one step, so that a backup of many epochs, each of which is
     * forced, does not multiply them.
     */
    private static final int TURNS_BESIDE_FORCES_MAX = 400;

    /** Only one thread at a time archives: while a backup does, the snapshotter waits. */
    private static final List<String> FORCED_IN_TURN =
            List.of(SettingsSwarm.DATA + "/archive/", SettingsSwarm.MIRROR + "/archive/");

    private final World world;
    private final ModelCheck modelCheck;
    private final SimulatedProcess process;
    private final BankSettings settings;
    private final boolean isDamaged;

    private final List<SimulatedMedium> media;
    private final BankFiles opened;
    private final RunningBank bank;

    private final Deque<SentSubmission> waiting = new ArrayDeque<>();
    private final List<CompletableFuture<TakenSnapshot>> snapshotRequests = new ArrayList<>();
    private long committedThrough;
    private long bankMicros;
    private long observedMicros;
    private int inquiriesAnswered;
    private boolean isReady;
    private boolean hasSentLargest;
    private boolean isDispossessed;
    private boolean isUsurped;
    private boolean saidStopped;
    private boolean writerRuns;
    private boolean snapshotterRuns;
    private boolean snapshotterWaits;
    private int turnsBesideForces;
    private int snapshots;
    private @Nullable Runnable inForce;

    /**
     * Opens the bank that the disks hold, and recovers it.
     *
     * @param isDamaged whether something on the disks was changed, and so snapshots may be passed over
     */
    Life(World world, BankSettings settings, SimulatedProcess process, boolean isDamaged) throws IOException {
        this.world = world;
        this.modelCheck = world.modelCheck();
        this.settings = settings;
        this.isDamaged = isDamaged;
        this.process = process;
        process.runs(this::meanwhile);
        media = world.media(process);
        modelCheck.model().time(world.terms().clock.wallMicros());
        opened = BankFolders.open(settings, this, media);
        Companions companions = isDamaged ? null : world.companions();
        BankSettings followed = companions == null ? settings : companions.follow(settings);
        bank = RunningBank.recover(opened, followed, (identity, progress) -> ledger(identity), this, Progress.NONE);
        committedThrough = bank.recovered().position();
        bankMicros = bank.clock().micros();
        observedMicros = world.terms().clock.trueMicros();
    }

    private Ledger ledger(BankIdentity identity) {
        Ledger sound = world.parts().ledger(new MemoryLedger(identity));
        return process.isStruck() ? StruckLedger.of(sound, process) : sound;
    }

    /** The bank has been judged; its threads begin. */
    void begin() {
        isReady = true;
    }

    RunningBank bank() {
        return bank;
    }

    BankFiles files() {
        return opened;
    }

    SimulatedProcess process() {
        return process;
    }

    int snapshots() {
        return snapshots;
    }

    /** Sets a task that runs in the middle of the writer's next force; null for none. */
    void inForce(@Nullable Runnable act) {
        inForce = act;
    }

    /** Unanswered submissions. */
    Deque<SentSubmission> waiting() {
        return waiting;
    }

    /**
     * Its files are not its own any more: it must acknowledge nothing.
     *
     * @param byAnother whether another process has taken them over, so that its journal shows what became of everything
     *     that waited
     */
    void dispossessed(boolean byAnother) {
        isDispossessed = true;
        isUsurped = byAnother;
    }

    boolean isOver() {
        return process.isDead() || bank.engine().stoppedBy() != null;
    }

    /**
     * Submits as many transactions as the largest group holds; called once, and only if the bank takes such a group.
     */
    private void submitLargest() {
        hasSentLargest = true;
        for (int left = settings.engine().groupMax(); left > 0; ) {
            int rows = Math.min(left, settings.engine().submissionMax());
            submit(world.clients().large(rows));
            left -= rows;
        }
    }

    /** Runs one step of one of the threads. */
    void step() {
        turnCompanions();
        if (settings.engine().groupMax() == JournalWriter.ROWS_MAX && !hasSentLargest) {
            submitLargest();
        }
        switch (world.random().nextInt(24)) {
            case 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 -> work();
            case 11, 12 -> submitSome();
            case 13, 14, 15, 16, 17, 18 -> turnSnapshotter(1 + world.random().nextInt(4));
            case 19 -> requestSnapshot();
            case 20 -> bank.engine().submit(new OwnershipCheck());
            default -> fill();
        }
    }

    /** Time passes, clients submit something, and the writer executes it. */
    private void work() {
        tick();
        submitSome();
        turnWriter();
    }

    /** The companions take a step, but never while another process may own the files. */
    void turnCompanions() {
        turnsBesideForces = 0;
        Companions companions = world.companions();
        if (companions != null && !isDamaged && !isDispossessed) {
            companions.turn(this, modelCheck);
        }
    }

    /** Runs the other threads while one of them forces. */
    private void meanwhile(String file, boolean hangs) {
        if (!isReady) {
            return;
        }
        boolean waited = snapshotterWaits;
        snapshotterWaits = waited || !snapshotterRuns && FORCED_IN_TURN.stream().anyMatch(file::startsWith);
        try {
            besideForce(hangs, file.startsWith(Backups.NAME));
        } finally {
            snapshotterWaits = waited;
        }
    }

    /** @param isOfBackup whether a backup forces: then no thread of the bank is inside a call, and the bank can work */
    private void besideForce(boolean hangs, boolean isOfBackup) {
        Runnable act = inForce;
        if (act != null && writerRuns) {
            inForce = null;
            act.run();
        }
        if (!hangs && world.oneIn(3)) {
            return;
        }
        if (hangs) {
            world.modes().add(Mode.HANG);
        }
        Companions companions = world.companions();
        if (companions != null && !isDamaged && !isDispossessed) {
            companions.meanwhile(this, modelCheck);
        }
        int turnsMax = hangs
                ? isOfBackup ? HANGING_TURNS_OF_BACKUP : HANGING_TURNS
                : world.random().nextInt(4);
        for (int turn = 0; turn < turnsMax && mayRunBesideForces(); turn++) {
            turnsBesideForces++;
            if (hangs && isOfBackup) {
                work();
            }
            switch (world.random().nextInt(5)) {
                case 0 -> fill();
                case 1 -> turnWriter();
                case 2 -> submitSome();
                default -> turnSnapshotter(1 + world.random().nextInt(4));
            }
        }
    }

    private boolean mayRunBesideForces() {
        return !process.isDead() && turnsBesideForces < TURNS_BESIDE_FORCES_MAX;
    }

    /** Advances the time and the bank's clock. */
    void tick() {
        if (world.terms().clock.setPerhaps()) {
            world.modes().add(Mode.CLOCK_SET);
        }
        observeClock();
        world.terms().clock.tick();
        observeClock();
    }

    /**
     * Checks the bank's clock: it never goes back, it advances at most ten times as fast as the true time, and within
     * these limits it shows the system's time. A process that has lost its files does not observe every change of the
     * system's clock.
     */
    private void observeClock() {
        SimulatedClock clock = world.terms().clock;
        long found = bank.clock().micros();
        long latest = bankMicros + 10 * (clock.trueMicros() - observedMicros);
        long expected = Math.max(bankMicros, Math.min(clock.wallMicros(), latest));
        if (isDispossessed ? found < bankMicros || found > Math.max(latest, expected) : found != expected) {
            modelCheck.report(
                    "the bank's clock shows " + found + ", " + (clock.trueMicros() - observedMicros)
                            + " microseconds after it showed " + bankMicros + "; the system's shows "
                            + clock.wallMicros(),
                    null);
        }
        bankMicros = found;
        observedMicros = clock.trueMicros();
        modelCheck.model().time(found);
    }

    void submitSome() {
        if (world.terms().isHostile) {
            world.modes().add(Mode.HOSTILE_KEY);
        }
        if (world.clients().isNaming()) {
            world.modes().add(Mode.REFERENCE);
        }
        if (world.terms().isReversing) {
            world.modes().add(Mode.REVERSAL);
        }
        for (int parcels = world.random().nextInt(4); parcels > 0 && !isOver(); parcels--) {
            submit(world.clients()
                    .parcel(
                            settings.engine().submissionMax(),
                            settings.keyAheadMax().toMillis()));
        }
    }

    /** Whether the journal is full, so that the bank refuses transactions until a snapshot has freed a part of it. */
    boolean isJournalFull() {
        return bank.journalBytes() >= bank.space().journalBytesMax();
    }

    /** Submits a parcel; returns null where the bank refuses it. */
    @Nullable
    SentSubmission submit(Parcel parcel) {
        if (parcel.isMalformed()) {
            world.modes().add(Mode.MALFORMED_RUN);
        }
        SentSubmission sent;
        try {
            sent = new SentSubmission(parcel, () -> !process.isDead());
        } catch (IllegalArgumentException malformed) {
            if (!parcel.isMalformed()) {
                modelCheck.report("a batch under one key was refused as malformed although its keys fit", malformed);
            }
            return null;
        }
        if (parcel.isMalformed()) {
            modelCheck.report("a batch under one key was accepted although its keys do not fit: " + parcel, null);
        }
        boolean isFull = bank.engine().queueDepth() >= settings.engine().ringSize()
                || sent.inFlight() > 0
                        && waiting.stream().mapToInt(SentSubmission::inFlight).sum() + sent.inFlight()
                                > settings.engine().transactionsInFlightMax();
        Intake intake = bank.engine().offer(sent.submission());
        if (intake == Intake.JOURNAL_FULL) {
            world.modes().add(Mode.JOURNAL_FULL);
            if (!isJournalFull()) {
                modelCheck.report(
                        "the journal is reported as full with "
                                + opened.journal().bytes() + " bytes",
                        null);
            }
            return null;
        }
        boolean isTaken = intake == Intake.TAKEN;
        if (isTaken) {
            waiting.add(sent);
        } else {
            world.modes().add(Mode.BUSY);
        }
        if (isTaken && isFull && !writerRuns && !isOver()) {
            modelCheck.report("a full ring accepted a submission", null);
        } else if (!isTaken && !isFull) {
            modelCheck.report("a submission was refused as busy although there was room", null);
        }
        return isTaken ? sent : null;
    }

    /** The writer executes all waiting submissions. */
    void turnWriter() {
        if (writerRuns || process.isDead()) {
            return;
        }
        List<Inquiry> inquiries = inquiries();
        int submissions = waiting.size();
        writerRuns = true;
        try {
            bank.engine().step();
        } catch (ProcessDeath death) {
            // The writer's thread dies with its process.
        } catch (Throwable escaped) {
            modelCheck.report("the writer's thread would have ended", escaped);
        } finally {
            writerRuns = false;
        }
        settle(submissions);
        settle(inquiries);
        judgeStop();
    }

    /** Checks the answers. The given number of executed submissions must have one if the process lives. */
    private void settle(int boarded) {
        int left = boarded;
        while (!waiting.isEmpty() && (waiting.element().isAnswered() || process.isDead() || left > 0)) {
            SentSubmission sent = waiting.remove();
            left--;
            if (isDispossessed) {
                judgeDispossessed(sent);
            } else if (sent.isAnswered()) {
                modelCheck.answered(sent, bankMicros);
            } else if (process.isDead()) {
                modelCheck.inDoubt(sent);
            } else {
                modelCheck.report("a submission was not answered", bank.engine().stoppedBy());
            }
            boolean hasFailed = sent.has(Failure.NOT_EXECUTED) || sent.has(Failure.OUTCOME_UNKNOWN);
            if (hasFailed && bank.engine().stoppedBy() == null && !world.parts().failOpenly()) {
                modelCheck.report("a submission failed although the bank works", null);
            }
        }
    }

    private void judgeDispossessed(SentSubmission sent) {
        if (sent.isAnswered()) {
            modelCheck.answeredByDispossessed(sent);
        }
        boolean isOpen = !sent.isAnswered() || sent.has(Failure.OUTCOME_UNKNOWN);
        if (isOpen && !isUsurped) {
            modelCheck.inDoubt(sent);
        }
    }

    private void settle(List<Inquiry> inquiries) {
        if (inquiriesAnswered != inquiries.size() && !process.isDead()) {
            modelCheck.report(inquiriesAnswered + " of " + inquiries.size() + " inquiries were answered", null);
        }
        for (Inquiry inquiry : inquiries) {
            if (inquiry.available() && !isDispossessed) {
                modelCheck.compare(
                        inquiry,
                        modelCheck.model().balances(),
                        modelCheck.model().position());
            }
        }
    }

    private void judgeStop() {
        Throwable stoppedBy = bank.engine().stoppedBy();
        if (stoppedBy == null || process.isDead()) {
            return;
        }
        if (!process.hasFailed() && !world.parts().failOpenly()) {
            modelCheck.report("the bank stopped without a fault", stoppedBy);
        }
        if (!saidStopped) {
            modelCheck.report("the writer stopped without reporting it", stoppedBy);
        }
        world.modes().add(Mode.WRITER_STOPPED);
    }

    private List<Inquiry> inquiries() {
        inquiriesAnswered = 0;
        List<Inquiry> inquiries = new ArrayList<>();
        for (int i = world.random().nextInt(3); i > 0; i--) {
            BalanceKind kind = BalanceKind.values()[world.random().nextInt(3)];
            long id = kind.idAt(Terms.SCALE, world.random().nextLong(kind.count(Terms.SCALE)));
            inquiries.add(new Inquiry.Balance(kind, id, answered -> inquiriesAnswered++));
        }
        if (world.oneIn(3)) {
            inquiries.add(new Inquiry.Key(world.clients().anyKey(), answered -> inquiriesAnswered++));
        }
        if (world.oneIn(10)) {
            inquiries.add(new Inquiry.Sums(answered -> inquiriesAnswered++));
        }
        inquiries.removeIf(inquiry -> !bank.engine().submit(inquiry));
        return inquiries;
    }

    private void requestSnapshot() {
        snapshotRequests.add(bank.snapshotter().request());
    }

    void turnSnapshotter(int steps) {
        if (snapshotterRuns || snapshotterWaits || isOver()) {
            return;
        }
        snapshotterRuns = true;
        try {
            for (int i = 0; i < steps && !process.isDead(); i++) {
                bank.snapshotter().step();
            }
        } catch (ProcessDeath death) {
            // The snapshotter's thread dies with its process.
        } catch (Throwable escaped) {
            modelCheck.report("the snapshotter's thread would have ended", escaped);
        } finally {
            snapshotterRuns = false;
        }
    }

    void fill() {
        for (SimulatedMedium medium : media) {
            try {
                if (!isOver()) {
                    medium.fillOnce();
                }
            } catch (ProcessDeath death) {
                // The filler's thread dies with its process.
            } catch (IOException | Error e) {
                // The filler's thread ends, and the writer stops at its next append.
                if (!process.hasFailed()) {
                    modelCheck.report("the filler failed without a fault", e);
                }
            }
        }
    }

    /** Closes the bank cleanly. Afterwards its threads have ended, and no request waits any more. */
    void stop() throws IOException {
        isReady = false;
        int submissions = waiting.size();
        try {
            bank.close();
        } finally {
            inquiriesAnswered = 0;
            settle(submissions);
            judgeEnd();
        }
    }

    /** The process is dead, so all waiting submissions are in doubt. */
    void died() {
        settle(0);
    }

    /** Requests to a bank that has ended must have been rejected. */
    private void judgeEnd() {
        if (process.isDead()) {
            return;
        }
        if (snapshotRequests.stream().anyMatch(request -> !request.isDone())) {
            modelCheck.report("a request still waits for a snapshot of a bank that has ended", null);
        }
        SentSubmission late = submit(world.clients().wellBehaved());
        boolean isRefused = late == null ? isJournalFull() : late.has(Failure.NOT_EXECUTED);
        if (!isRefused) {
            modelCheck.report("a bank that has ended accepts a submission", null);
        }
        waiting.clear();
    }

    @Override
    public void accept(BankEvent event) {
        if (event instanceof BankEvent.GroupCommitted group) {
            groupCommitted(group.batch());
        } else if (event instanceof BankEvent.WriterStopped) {
            writerStopped();
        } else if (event instanceof BankEvent.CallbackFailed failed) {
            callbackFailed(failed.cause());
        } else if (event instanceof BankEvent.SnapshotPublished published) {
            snapshotPublished(published.start(), published.end());
        } else if (event instanceof BankEvent.SnapshotFailed failed) {
            snapshotFailed(failed.cause());
        } else if (event instanceof BankEvent.SnapshotPassedOver passed) {
            snapshotPassedOver(passed.reason());
        } else if (event instanceof BankEvent.ArchiveCut) {
            archiveCut();
        } else if (event instanceof BankEvent.MirrorLost lost) {
            mirrorLost(lost.cause());
        } else if (event instanceof BankEvent.MirrorReplaced) {
            mirrorReplaced();
        } else {
            companionSays(event);
        }
    }

    private void companionSays(BankEvent event) {
        Companions companions = world.companions();
        if (companions == null || isDispossessed) {
            return;
        }
        if (event instanceof BankEvent.ProjectionStopped stopped) {
            companions.stopped(stopped.cause(), process, modelCheck);
        } else if (event instanceof BankEvent.ProjectionLost lost) {
            companions.lost(lost.cause(), process, modelCheck);
        }
    }

    private void groupCommitted(TransactionBatch batch) {
        if (batch.firstPosition() != committedThrough + 1) {
            modelCheck.report(
                    "a group begins at position " + batch.firstPosition() + "; the one before ended at "
                            + committedThrough,
                    null);
        }
        committedThrough = batch.lastPosition();
        if (batch.size() == JournalWriter.ROWS_MAX) {
            world.modes().add(Mode.LARGEST_GROUP);
        }
        if (!isDispossessed) {
            modelCheck.model().lastGroupFrom(batch.firstPosition() - 1);
        }
        process.strike("groupCommitted");
    }

    private void writerStopped() {
        saidStopped = true;
        process.strike("stopped");
    }

    private void callbackFailed(Throwable cause) {
        if (!process.hasFailed()) {
            modelCheck.report("a callback failed", cause);
        }
        process.strike("callbackFailed");
    }

    private void snapshotPublished(LogPosition start, LogPosition end) {
        snapshots++;
        if (start.position() > end.position() || end.position() > committedThrough && !writerRuns) {
            modelCheck.report(
                    "a snapshot from " + start + " to " + end + " was published at position " + committedThrough, null);
        }
        process.strike("snapshotPublished");
    }

    private void snapshotFailed(Throwable cause) {
        if (!process.hasFailed() && !world.parts().failOpenly()) {
            modelCheck.report("a snapshot failed without a fault", cause);
        }
        process.strike("snapshotFailed");
    }

    private void archiveCut() {
        world.modes().add(Mode.ARCHIVE_CUT);
    }

    private void snapshotPassedOver(String reason) {
        if (!isDamaged) {
            modelCheck.report("a snapshot was skipped although nothing was damaged: " + reason, null);
        }
    }

    private void mirrorLost(Throwable cause) {
        world.modes().add(Mode.MIRROR_LOST);
        if (!process.hasFailed()) {
            modelCheck.report("a copy counts as lost without a fault", cause);
        }
        process.strike("mirrorLost");
    }

    private void mirrorReplaced() {
        world.modes().add(Mode.MIRROR_REPLACED);
    }
}
