package org.debitcredit.terminal.contract;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import org.debitcredit.terminal.console.RunFailure;
import org.jspecify.annotations.Nullable;

/**
 * Looks up at a bank every answer that its terminals received, to see whether the bank still has each transaction as it
 * was answered. A bounded number of look-ups is in flight, and nothing is kept of an answer that was found. Answers are
 * taken by one thread.
 */
public final class SuccessCheck {

    /** Look-ups at one time, and at most so many connections. */
    private static final int IN_FLIGHT_MAX = 64;

    private static final int DIFFERENCES_MAX = 10;

    /**
     * What the look-ups found. Every answer is either found or lost.
     *
     * @param answers that were looked up
     * @param found of them, with the same outcome, position and balance, and the position of no other answer
     * @param lost of them: all others
     * @param expired of those lost: the bank forgets old keys, so it could not say what became of them
     * @param positions how many different positions the answers have
     * @param differences the first answers that were lost, each in a sentence
     */
    public record Result(long answers, long found, long lost, long expired, long positions, List<String> differences) {}

    private final Function<UUID, CompletableFuture<ReportedKeyStatus>> lookup;
    private final KeyedAnswers positions;
    private final Semaphore permits = new Semaphore(IN_FLIGHT_MAX);
    private final List<String> differences = new ArrayList<>();
    private long answers;
    private long found;
    private long expired;
    private @Nullable Throwable failure;

    /**
     * @param lookup asks the bank what became of a key
     * @param positionBefore the bank's position before the first of the answers
     */
    public SuccessCheck(Function<UUID, CompletableFuture<ReportedKeyStatus>> lookup, long positionBefore) {
        this.lookup = lookup;
        this.positions = new KeyedAnswers(positionBefore);
    }

    /**
     * Looks up an answer. Waits while too many look-ups are in flight.
     *
     * @param balanceMinor in the answer; {@link ReportedKeyStatus#NO_BALANCE} of a refusal
     */
    public void take(UUID key, long position, long balanceMinor) {
        permits.acquireUninterruptibly();
        ReportedKeyStatus told = new ReportedKeyStatus(
                balanceMinor == ReportedKeyStatus.NO_BALANCE ? ReportedKeyStatus.REFUSED : ReportedKeyStatus.COMMITTED,
                position,
                balanceMinor);
        boolean ownPosition = positions.add(position);
        lookup.apply(key).whenComplete((now, thrown) -> {
            compare(key, told, ownPosition, now, thrown);
            permits.release();
        });
    }

    private synchronized void compare(
            UUID key,
            ReportedKeyStatus told,
            boolean ownPosition,
            @Nullable ReportedKeyStatus now,
            @Nullable Throwable thrown) {
        answers++;
        if (now == null) {
            failure = thrown;
        } else if (!now.equals(told)) {
            expired += now.status().equals(ReportedKeyStatus.EXPIRED) ? 1 : 0;
            differ(key + " was answered as " + told + "; the bank says that it is " + now);
        } else if (!ownPosition) {
            differ(key + " was answered as " + told
                    + ", which is the position of another answer or older than the run");
        } else {
            found++;
        }
    }

    private void differ(String difference) {
        if (differences.size() < DIFFERENCES_MAX) {
            differences.add(difference);
        }
    }

    /** Waits for the last look-ups. Throws a {@link RunFailure} if the bank did not answer one of them. */
    public Result result() {
        permits.acquireUninterruptibly(IN_FLIGHT_MAX);
        permits.release(IN_FLIGHT_MAX);
        synchronized (this) {
            if (failure != null) {
                throw new RunFailure("the answers could not be looked up: " + failure.getMessage(), failure);
            }
            return new Result(answers, found, answers - found, expired, positions.distinct(), List.copyOf(differences));
        }
    }
}
