package org.debitcredit.simulation;

import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.debitcredit.ledger.LedgerUnavailable;
import org.debitcredit.projection.Projection;
import org.debitcredit.settings.BankSettings;
import org.jspecify.annotations.Nullable;

/**
 * A projection into a database, {@linkplain Backups backups}, and a {@linkplain Follower follower}, which run beside a
 * simulated bank. They draw from separate random numbers, so that the other seeds run as they would without them.
 *
 * <p>The projection's contract is as follows. It shows the bank as it was at one position, which is never after the
 * last durable transaction. While the bank and the database work, it reaches that transaction, unless the journal is no
 * longer kept for it: then the projection ends and reports why.
 */
final class Companions {

    private static final int TURNS_TO_CATCH_UP = 200;

    private static final int FOLLOWED_ONE_IN = 4;

    private final RandomGenerator random;
    private final Set<Mode> modes;
    private final @Nullable ProjectedDatabase projected;
    private final @Nullable Backups backups;
    private final @Nullable Follower follower;
    private final ShownBank shown = new ShownBank();
    private boolean isLeftBehind;

    /**
     * @param terms of the bank
     * @param disks of the bank
     * @param parts what it is built of
     */
    Companions(long seed, Terms terms, List<SimulatedDisk> disks, Parts parts, Trace trace, Set<Mode> modes) {
        this.random = new SplittableRandom(~seed);
        this.modes = modes;
        this.projected = random.nextInt(4) == 0 ? new ProjectedDatabase(random) : null;
        this.backups = random.nextInt(4) == 0 ? new Backups(disks, parts, random, trace, modes) : null;
        this.follower = seed % FOLLOWED_ONE_IN == 0 ? new Follower(seed, terms.keepsHistory, modes) : null;
    }

    /** The settings of a run of the process, with the projection if there is one. */
    BankSettings follow(BankSettings settings) {
        if (backups != null) {
            backups.restarted();
        }
        if (follower != null) {
            follower.disconnected();
        }
        ProjectedDatabase database = projected;
        if (database == null) {
            return settings;
        }
        if (isLeftBehind && random.nextBoolean()) {
            database.clear();
        }
        isLeftBehind = false;
        return settings.toBuilder()
                .projection((identity, progress) -> database.open(identity))
                .build();
    }

    /** Injects no more faults into them. */
    void sound() {
        if (projected != null) {
            projected.sound();
        }
    }

    /** Their threads take a step. */
    void turn(Life life, ModelCheck modelCheck) {
        if (projected != null) {
            turnProjection(life, modelCheck);
            if (random.nextInt(16) == 0) {
                shown.compare(projected, modelCheck);
            }
        }
        if (backups != null) {
            backups.turn(life, modelCheck);
        }
        if (follower != null) {
            follower.turn(life, modelCheck);
        }
    }

    /** The threads of the projection and the follower, while another one of the bank waits for a disk. */
    void meanwhile(Life life, ModelCheck modelCheck) {
        if (projected != null && random.nextInt(3) == 0) {
            turnProjection(life, modelCheck);
        }
        if (follower != null) {
            follower.turn(life, modelCheck);
        }
    }

    private void turnProjection(Life life, ModelCheck modelCheck) {
        Projection projection = life.bank().projection();
        if (projection == null || life.isOver()) {
            return;
        }
        try {
            for (int steps = random.nextInt(3); steps > 0; steps--) {
                projection.step();
            }
        } catch (ProcessDeath death) {
            // The projection's thread dies with its process.
        } catch (Throwable escaped) {
            modelCheck.report("the projection's thread would have ended", escaped);
        }
    }

    /** The projection reported that it has ended. */
    void stopped(Throwable cause, SimulatedProcess process, ModelCheck modelCheck) {
        isLeftBehind = cause instanceof Projection.LeftBehind;
        if (isLeftBehind) {
            modes.add(Mode.PROJECTION_LEFT_BEHIND);
        } else if (!process.hasFailed()) {
            modelCheck.report("the projection ended though nothing failed", cause);
        }
    }

    /** The projection reported that its database, or the journal it reads, is unreachable. */
    void lost(Throwable cause, SimulatedProcess process, ModelCheck modelCheck) {
        if (cause instanceof LedgerUnavailable) {
            modes.add(Mode.PROJECTION_AWAY);
        } else if (!process.hasFailed()) {
            modelCheck.report("the projection cannot read though nothing failed", cause);
        }
    }

    /**
     * Checks that after the last fault the projection shows every durable transaction, or has reported that the journal
     * is no longer kept for it, that the follower has received them, and that the backups are as they were.
     */
    void requireCaughtUp(Life life, ModelCheck modelCheck) {
        if (backups != null) {
            backups.readAgain(modelCheck);
        }
        if (follower != null) {
            follower.requireCaughtUp(life, modelCheck);
        }
        Projection projection = life.bank().projection();
        if (projected == null || projection == null) {
            return;
        }
        modes.add(Mode.PROJECTION);
        for (int turn = 0; turn < TURNS_TO_CATCH_UP && lags(projection); turn++) {
            life.tick();
            turnProjection(life, modelCheck);
        }
        if (lags(projection)) {
            modelCheck.report(
                    "the projection is " + projection.state() + " and is missing " + projection.lag() + " transactions "
                            + TURNS_TO_CATCH_UP + " turns after the last one",
                    null);
        }
        shown.compare(projected, modelCheck);
    }

    private static boolean lags(Projection projection) {
        return switch (projection.state()) {
            case FOLLOWING -> projection.lag() > 0;
            case AWAY -> true;
            case STOPPED -> false;
        };
    }
}
