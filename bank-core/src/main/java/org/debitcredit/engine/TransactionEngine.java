package org.debitcredit.engine;

import com.lmax.disruptor.BlockingWaitStrategy;
import com.lmax.disruptor.EventPoller;
import com.lmax.disruptor.InsufficientCapacityException;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.SequenceBarrier;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.debitcredit.event.BankEvent;
import org.debitcredit.journal.JournalWriter;
import org.debitcredit.ledger.Ledger;
import org.jspecify.annotations.Nullable;

/**
 * The running bank: a bounded ring to which any thread may submit commands, and the one writer that takes them out.
 * Nothing is answered before it is durable.
 *
 * <p>The engine owns neither ledger nor journal. The code that opened them must close them after {@link #close}.
 */
public final class TransactionEngine implements AutoCloseable {

    /** Largest number of transactions in one submission, unless groups are even smaller. */
    public static final int SUBMISSION_MAX = 8_192;

    private final RingBuffer<RingSlot> ring;
    private final Writer writer;
    private final JournalRoom room;
    private final Settings settings;
    private final AtomicInteger batchedInFlight = new AtomicInteger();

    private final EventPoller<RingSlot> poller;
    private final EventPoller.Handler<RingSlot> handler = this::onEvent;
    private final SequenceBarrier barrier;

    private @Nullable Thread thread;
    private volatile boolean closed;
    private boolean ended;

    /** The result of a submission. */
    public enum Intake {
        /** The command was accepted and will be answered, or was rejected. */
        TAKEN,
        /** The command was not accepted, because too many are waiting already. */
        QUEUE_FULL,
        /** The command was not accepted, because the journal has no room until a snapshot has freed some. */
        JOURNAL_FULL
    }

    /** One slot of the ring. */
    private static final class RingSlot {
        private @Nullable Command command;
        private boolean last;
    }

    /**
     * The engine's sizes.
     *
     * @param ringSize slots of the ring, a power of two, 1 to {@value #RING_SIZE_MAX}
     * @param groupMax most transactions of one group, 1 to {@link JournalWriter#ROWS_MAX}: a group is one document
     * @param transactionsInFlightMax most transactions that submissions of more than one transaction may have in the
     *     ring together, from {@link #submissionMax} to {@value #IN_FLIGHT_MAX}
     */
    public record Settings(int ringSize, int groupMax, int transactionsInFlightMax) {

        /** A slot takes about 32 bytes, and a waiting command some hundreds. A small heap can hold this many. */
        public static final int RING_SIZE_MAX = 1 << 20;

        /**
         * A transaction takes about 100 bytes while it waits. Together this is 1.6 GB, and far below the range of an
         * int.
         */
        public static final int IN_FLIGHT_MAX = 1 << 24;

        /**
         * The defaults: 16,384 slots, groups of up to 16,384, and 131,072 transactions in submissions of more than one.
         */
        public static final Settings DEFAULT = new Settings(16_384, 16_384, 131_072);

        public Settings {
            if (ringSize < 1 || ringSize > RING_SIZE_MAX || Integer.bitCount(ringSize) != 1) {
                throw new IllegalArgumentException(
                        "ringSize is " + ringSize + "; it must be a power of two, 1 to " + RING_SIZE_MAX);
            }
            if (groupMax < 1 || groupMax > JournalWriter.ROWS_MAX) {
                throw new IllegalArgumentException("groupMax is " + groupMax + "; it must be 1 to "
                        + JournalWriter.ROWS_MAX + ", the largest batch whose journal document can be read back");
            }
            int submissionMax = Math.min(SUBMISSION_MAX, groupMax);
            if (transactionsInFlightMax < submissionMax || transactionsInFlightMax > IN_FLIGHT_MAX) {
                throw new IllegalArgumentException("transactionsInFlightMax is " + transactionsInFlightMax
                        + "; it must be at least the largest submission, " + submissionMax + ", and at most "
                        + IN_FLIGHT_MAX);
            }
        }

        /** Number of transactions of the largest submission, which must fit into a group. */
        public int submissionMax() {
            return Math.min(SUBMISSION_MAX, groupMax);
        }
    }

    /** Creates an engine whose journal has no size limit. */
    public TransactionEngine(
            Ledger ledger,
            JournalWriter journal,
            IdempotencyWindow keys,
            BankClock clock,
            Consumer<BankEvent> events,
            Settings settings) {
        this(ledger, journal, keys, clock, events, settings, JournalRoom.UNBOUNDED);
    }

    /**
     * Creates an engine.
     *
     * @param room says whether the journal has room for further transactions
     */
    public TransactionEngine(
            Ledger ledger,
            JournalWriter journal,
            IdempotencyWindow keys,
            BankClock clock,
            Consumer<BankEvent> events,
            Settings settings,
            JournalRoom room) {
        ring = RingBuffer.createMultiProducer(RingSlot::new, settings.ringSize(), new BlockingWaitStrategy());
        writer = new Writer(ledger, journal, keys, clock, events, settings.groupMax());
        this.settings = settings;
        this.room = room;
        poller = ring.newPoller();
        barrier = ring.newBarrier();
        ring.addGatingSequences(poller.getSequence());
    }

    /** Starts the writer's thread. */
    public void start() {
        thread = new Thread(this::run, "bank-writer");
        thread.start();
    }

    /**
     * One turn of the writer: executes and answers all that wait, on the caller's thread. The writer's own thread does
     * nothing else. Tests can call this step by step on an engine that was not started.
     *
     * @return whether any command was waiting
     */
    public boolean step() {
        try {
            return poller.poll(handler) == EventPoller.PollState.PROCESSING;
        } catch (Throwable e) {
            writer.fail(e);
            return true;
        }
    }

    /** The thread continues after any exception, because a stopped writer still has to reject all further commands. */
    private void run() {
        while (!ended) {
            try {
                if (!step()) {
                    barrier.waitFor(poller.getSequence().get() + 1);
                }
            } catch (InterruptedException e) {
                // Only the last ring slot ends the writer.
            } catch (Throwable e) {
                failAgain(e);
            }
        }
    }

    /** A second OutOfMemoryError may occur while the first is handled. */
    private void failAgain(Throwable cause) {
        try {
            writer.fail(cause);
        } catch (Throwable e) {
            // The writer is already marked as stopped. The next turn rejects the waiting commands.
        }
    }

    private boolean onEvent(RingSlot slot, long sequence, boolean endOfBatch) {
        Command command = slot.command;
        slot.command = null;
        if (command != null) {
            batchedInFlight.addAndGet(-batchedSize(command));
            writer.add(command);
        }
        if (endOfBatch || slot.last) {
            writer.flush();
        }
        ended |= slot.last;
        return true;
    }

    /**
     * Submits a command: see {@link #offer}.
     *
     * @return false if the command was not accepted and will not be called back
     */
    public boolean submit(Command command) {
        return offer(command) == Intake.TAKEN;
    }

    /**
     * Submits a command; it is answered later on the writer's thread, or rejected at once if the bank is stopped. Money
     * transactions need room in the journal; inquiries and other commands do not.
     *
     * @throws IllegalArgumentException when a submission is larger than {@link Settings#submissionMax}
     */
    public Intake offer(Command command) {
        int batched = batchedSize(command);
        if (batched > settings.submissionMax()) {
            throw new IllegalArgumentException(
                    "the submission has " + batched + " transactions; the largest allowed has "
                            + settings.submissionMax() + ": at most " + SUBMISSION_MAX + ", and no more than a group, "
                            + settings.groupMax());
        }
        if (command instanceof Submission && !room.isLeft(writer.position()) && stoppedBy() == null) {
            return Intake.JOURNAL_FULL;
        }
        if (batched > 0 && batchedInFlight.addAndGet(batched) > settings.transactionsInFlightMax()) {
            batchedInFlight.addAndGet(-batched);
            return Intake.QUEUE_FULL;
        }
        long sequence;
        try {
            sequence = ring.tryNext();
        } catch (InsufficientCapacityException e) {
            batchedInFlight.addAndGet(-batched);
            return Intake.QUEUE_FULL;
        }
        boolean late = false;
        try {
            // Read after the slot was claimed: a slot after the last one is never served.
            late = closed;
            ring.get(sequence).command = late ? null : command;
        } finally {
            ring.publish(sequence);
        }
        if (late) {
            batchedInFlight.addAndGet(-batched);
            command.rejected();
        }
        return Intake.TAKEN;
    }

    /** The reason why the writer stopped; null while it runs. */
    public @Nullable Throwable stoppedBy() {
        return writer.stoppedBy();
    }

    /** The writer's use of its journal. */
    public JournalActivity journal() {
        return writer.activity();
    }

    /** How long the writer has worked in each step. */
    public WriterSteps steps() {
        return writer.steps();
    }

    /** Position of the last durable transaction. */
    public long position() {
        return writer.position();
    }

    /**
     * Sets what the writer calls on its thread whenever {@link #position} has advanced; it must neither block nor work.
     *
     * @param listener null for nothing
     */
    public void whenDurable(@Nullable Runnable listener) {
        writer.whenDurable(listener);
    }

    /** Commands waiting in the ring. */
    public long queueDepth() {
        return ring.getBufferSize() - ring.remainingCapacity();
    }

    /**
     * Stops accepting commands, answers all that were submitted, and ends the writer's thread. A second caller waits
     * for the same end.
     */
    @Override
    public void close() {
        boolean isFirst = stopIntake();
        Thread running = thread;
        if (running != null) {
            if (isFirst) {
                long sequence = ring.next();
                ring.get(sequence).last = true;
                ring.publish(sequence);
            }
            join(running);
        } else if (isFirst) {
            while (step()) {
                continue;
            }
        }
    }

    /**
     * Writes the journal's end record, durably. Once, after {@link #close}, and only if the writer did not stop before.
     */
    public void endJournal() throws IOException {
        writer.endJournal();
    }

    private synchronized boolean stopIntake() {
        boolean isFirst = !closed;
        closed = true;
        return isFirst;
    }

    private static void join(Thread running) {
        boolean interrupted = false;
        while (running.isAlive()) {
            try {
                running.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Number of transactions that count towards the limit for submissions of more than one transaction. */
    private static int batchedSize(Command command) {
        return command instanceof Submission submission && submission.size() > 1 ? submission.size() : 0;
    }
}
