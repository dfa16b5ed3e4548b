package org.debitcredit.simulation;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import org.debitcredit.checkpoint.TakenSnapshot;
import org.debitcredit.transaction.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * Checks that a bank is in service after its last fault: a well-behaved client is served within a number of turns
 * whatever others send, a snapshot is taken, and a clean stop completes.
 */
final class Liveness {

    private static final int TRANSACTIONS = 12;
    private static final int TURNS_MAX = 20;
    private static final int SNAPSHOT_TURNS_MAX = 150;

    private final Life life;
    private final World world;

    Liveness(Life life, World world) {
        this.life = life;
        this.world = world;
    }

    void require() {
        for (int i = 0; i < TRANSACTIONS; i++) {
            requireServed();
        }
        requireSnapshot();
        world.modelCheck().requireNone();
    }

    /** Stops the bank. Every submitted request must then have an answer. */
    void requireStop() {
        try {
            life.stop();
        } catch (IOException | RuntimeException | Error e) {
            world.modelCheck().report("the bank cannot be stopped after its last fault", e);
        }
        world.modelCheck().requireNone();
    }

    private void requireServed() {
        @Nullable SentSubmission sent = null;
        int turnsMax = TURNS_MAX;
        for (int turn = 0; turn < turnsMax && (sent == null || !sent.isAnswered()); turn++) {
            life.tick();
            sent = sent == null ? life.submit(world.clients().wellBehaved()) : sent;
            if (life.isJournalFull()) {
                // A transaction is taken only once a snapshot has freed a part of it, which is tried once a second.
                turnsMax = TURNS_MAX + SNAPSHOT_TURNS_MAX;
            }
            turn();
        }
        if (sent == null || !sent.isAnswered()) {
            world.modelCheck()
                    .report(
                            "a well-behaved client was not served within " + turnsMax + " turns; the journal takes "
                                    + life.bank().journalBytes() + " of "
                                    + life.bank().space().journalBytesMax() + " bytes",
                            null);
        } else if (!(sent.outcome(0) instanceof Outcome.Committed)
                && !(sent.outcome(0) instanceof Outcome.Refused refused
                        && refused.reason().business())) {
            world.modelCheck().report("a well-behaved client was answered " + sent.outcome(0), null);
        }
        world.modelCheck().requireNone();
    }

    private void requireSnapshot() {
        CompletableFuture<TakenSnapshot> request = life.bank().snapshotter().request();
        for (int turn = 0; turn < SNAPSHOT_TURNS_MAX && !request.isDone(); turn++) {
            turn();
        }
        if (!request.isDone() || request.isCompletedExceptionally()) {
            world.modelCheck()
                    .report("no snapshot was taken within " + SNAPSHOT_TURNS_MAX + " turns after the last fault", null);
        }
    }

    /** Every thread of the bank gets its turn, and others send something too. */
    private void turn() {
        life.submitSome();
        life.turnCompanions();
        life.turnSnapshotter(2);
        life.fill();
        life.turnWriter();
    }
}
