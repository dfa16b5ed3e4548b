package org.debitcredit.simulation.regions;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Currency;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.debitcredit.bank.Clocks;
import org.debitcredit.engine.Command;
import org.debitcredit.engine.Inquiry;
import org.debitcredit.engine.KeyStatus;
import org.debitcredit.engine.ReversalSubmission;
import org.debitcredit.engine.SingleSubmission;
import org.debitcredit.engine.Submission;
import org.debitcredit.engine.TransactionEngine;
import org.debitcredit.recovery.RunningBank;
import org.debitcredit.region.ClearingBank;
import org.debitcredit.settings.BankSettings;
import org.debitcredit.settings.JournalKind;
import org.debitcredit.settings.JournalSettings;
import org.debitcredit.simulation.SimulatedMachine;
import org.debitcredit.simulation.Violation;
import org.debitcredit.transaction.Failure;
import org.debitcredit.transaction.Outcome;
import org.debitcredit.transaction.Reversal;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.transaction.TransactionKey;
import org.jspecify.annotations.Nullable;

/** One region: a machine, the bank on its disk, and while it runs everything that the bank's process has in memory. */
final class Region implements ClearingBank.Own {

    private static final long SEGMENT_BYTES = 32_768;
    private static final int LATE_ONE_IN = 60;

    private final RegionsWorld world;
    private final int number;
    private final SimulatedMachine machine;
    private final BankSettings settings;
    private final long skewMicros;
    private final List<Region> others = new ArrayList<>();
    /** On the disk: the marks of each other region. */
    private final Map<Integer, List<SimulatedMark>> marks = new HashMap<>();

    private @Nullable RunningBank bank;
    private final Map<Integer, PartnerLink> links = new TreeMap<>();
    /** Answers of the own bank that its event loops have not delivered. */
    private final Deque<Runnable> answers = new ArrayDeque<>();

    private int lives;
    private long latestPosition;

    Region(RegionsWorld world, int number) {
        this.world = world;
        this.number = number;
        machine = new SimulatedMachine(new SplittableRandom(world.random.nextLong()));
        skewMicros = world.random.nextLong(600_000) - 300_000;
        SplittableRandom ids = new SplittableRandom(world.random.nextLong());
        settings = BankSettings.builder(Path.of("bank"), RegionsTerms.SCALE, Currency.getInstance("USD"))
                .keyWindow(world.terms.keyWindow())
                .keyAheadMax(Duration.ofMillis(1_000))
                .journal(new JournalSettings(JournalKind.FILE, 1 << 20, SEGMENT_BYTES, OptionalLong.empty()))
                .engine(new TransactionEngine.Settings(1 << 10, 256, 1 << 10))
                .clocks(new Clocks(
                        () -> world.micros() + skewMicros, () -> TimeUnit.MICROSECONDS.toNanos(world.micros())))
                .ids(() -> new UUID(ids.nextLong(), ids.nextLong()))
                .build();
    }

    /** Founds its bank. */
    void found(List<Region> all) {
        try {
            machine.found(settings);
        } catch (IOException e) {
            throw new Violation("region " + number + " cannot be founded: " + e, e);
        }
        for (Region other : all) {
            if (other != this) {
                others.add(other);
                marks.put(other.number, new ArrayList<>());
            }
        }
    }

    int number() {
        return number;
    }

    List<Region> others() {
        return others;
    }

    /** How often it was started. */
    int lives() {
        return lives;
    }

    boolean isRunning() {
        return bank != null;
    }

    RunningBank bank() {
        RunningBank running = bank;
        if (running == null) {
            throw new IllegalStateException("region " + number + " does not run");
        }
        return running;
    }

    /** Its position, the last known one while it does not run. */
    long latestPosition() {
        RunningBank running = bank;
        latestPosition = running == null ? latestPosition : running.engine().position();
        return latestPosition;
    }

    PartnerLink link(int partner) {
        PartnerLink link = links.get(partner);
        if (link == null) {
            throw new IllegalStateException("region " + number + " has no link to region " + partner);
        }
        return link;
    }

    /** Checksum of everything that happened on its disk. */
    long traceHash() {
        return machine.traceHash();
    }

    /** The time that its system's clock shows, milliseconds since 1970. */
    long wallMillis() {
        return (world.micros() + skewMicros) / 1_000;
    }

    @Override
    public boolean isAhead(TransactionKey key) {
        long bankMillis = bank().clock().micros() / 1_000;
        return TransactionKey.isAhead(
                key.high(), bankMillis, settings.keyAheadMax().toMillis());
    }

    /** Starts its process, which recovers the bank, and reads both streams of each pair from a mark. */
    void start() {
        world.trace.add("start of region " + number);
        try {
            bank = machine.start(settings);
        } catch (IOException | RuntimeException e) {
            throw new Violation("region " + number + " does not start: " + e, e);
        }
        lives++;
        for (Region other : others) {
            List<SimulatedMark> kept = marks.getOrDefault(other.number, new ArrayList<>());
            links.put(other.number, new PartnerLink(world, this, other, latest(kept), kept));
        }
    }

    private SimulatedMark latest(List<SimulatedMark> kept) {
        if (kept.isEmpty()) {
            return SimulatedMark.BEGINNING;
        }
        if (world.oneIn(8)) {
            world.modes.add(RegionsMode.MARK_LOST);
            kept.clear();
            return SimulatedMark.BEGINNING;
        }
        if (world.oneIn(6)) {
            world.modes.add(RegionsMode.MARK_OLDER);
            kept.subList(1 + world.random.nextInt(kept.size()), kept.size()).clear();
        }
        return kept.get(kept.size() - 1);
    }

    /** Deletes its marks, as if their files were lost. */
    void loseMarks() {
        marks.values().forEach(List::clear);
    }

    /** Its process dies, now or in the middle of a write. */
    void kill(boolean isPowerCut) {
        if (world.random.nextBoolean()) {
            machine.killAfter(world.random.nextInt(12));
            turnWriter();
        }
        if (isRunning()) {
            latestPosition();
            machine.kill();
            die();
        }
        if (isPowerCut) {
            machine.cutPower();
        }
    }

    private void die() {
        world.trace.add("death of region " + number);
        boolean isBetween =
                links.values().stream().anyMatch(link -> link.settlement().inTransitMinor() != 0);
        if (isBetween) {
            world.modes.add(RegionsMode.KILL_BETWEEN_HALVES);
        }
        links.values().forEach(PartnerLink::died);
        links.clear();
        answers.clear();
        bank = null;
    }

    /** A turn of every thread of the process. */
    void turn() {
        deliver(world.isSound() ? Integer.MAX_VALUE : world.random.nextInt(20));
        turnWriter();
        if (!isRunning()) {
            return;
        }
        deliver(world.isSound() ? Integer.MAX_VALUE : world.random.nextInt(20));
        links.values().forEach(PartnerLink::turn);
    }

    /** Whether no answer waits to be delivered. */
    boolean isQuiet() {
        return answers.isEmpty() && bank().engine().queueDepth() == 0;
    }

    private void turnWriter() {
        RunningBank running = bank();
        machine.step(running);
        if (machine.isDead()) {
            latestPosition();
            die();
        } else if (running.engine().stoppedBy() != null) {
            throw new Violation("the writer of region " + number + " stopped without a fault: "
                    + running.engine().stoppedBy());
        }
    }

    private void deliver(int most) {
        for (int left = most; left > 0 && !answers.isEmpty(); left--) {
            answers.remove().run();
        }
    }

    /** Submits a command; if it is not taken, something else is done. */
    private void submit(Command command, Runnable otherwise) {
        if (!bank().engine().submit(command)) {
            answers.add(otherwise);
        }
    }

    /** Submits a question. */
    void ask(Inquiry inquiry) {
        submit(inquiry, () -> {});
    }

    @Override
    public void status(TransactionKey key, long unseenThrough, Consumer<@Nullable KeyStatus> answer) {
        submit(
                new Inquiry.Key(
                        key,
                        unseenThrough,
                        asked -> answers.add(() -> answer.accept(asked.available() ? asked.status() : null))),
                () -> answer.accept(null));
    }

    @Override
    public void execute(Transaction transaction, TransactionKey key, long unseenThrough, Consumer<Answer> answer) {
        SingleSubmission single = new SingleSubmission(answered -> answered(answered, answer));
        single.ask(transaction, key).unseenThrough(unseenThrough);
        submit(single, () -> answer.accept(failed(Failure.NOT_EXECUTED)));
    }

    @Override
    public void reverse(
            Reversal reversal, TransactionKey key, long unseenThrough, long seenAt, Consumer<Answer> answer) {
        ReversalSubmission submission = new ReversalSubmission(reversal, key, answered -> answered(answered, answer));
        submission.unseenThrough(unseenThrough);
        submission.seenAt(seenAt);
        world.trace.add(number + " reverses, seen at, unseen through", RegionsWorld.name(key), seenAt, unseenThrough);
        submit(submission, () -> answer.accept(failed(Failure.NOT_EXECUTED)));
    }

    /** Now and then the answer comes after the time limit of the gateway. */
    private void answered(Submission.OfOne answered, Consumer<Answer> answer) {
        world.trace.add(number + " answers " + answered.outcome());
        Answer came = world.faultOneIn(LATE_ONE_IN)
                ? failed(Failure.OUTCOME_UNKNOWN)
                : new Answer(answered.outcome(), answered.timeMicros());
        answers.add(() -> answer.accept(came));
    }

    private static Answer failed(Failure failure) {
        return new Answer(new Outcome.Failed(failure), 0);
    }
}
