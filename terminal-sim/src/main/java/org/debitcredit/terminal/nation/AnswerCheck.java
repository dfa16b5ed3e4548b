package org.debitcredit.terminal.nation;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import org.debitcredit.terminal.console.RunFailure;
import org.debitcredit.terminal.contract.Answer;
import org.debitcredit.terminal.contract.KeyedAnswers;
import org.debitcredit.terminal.contract.ReportedKeyStatus;
import org.debitcredit.terminal.run.SuccessFile;
import org.jspecify.annotations.Nullable;

/**
 * Looks up at a region every answer that its ATMs received, a bounded number at a time. A transaction on an account of
 * the region must have the same outcome, position and balance. An out-of-town one must have the same outcome and
 * position; if the other region refused it, this one must not know its key.
 */
final class AnswerCheck {

    /**
     * What was found.
     *
     * @param answers that were looked up
     * @param lost of them
     * @param differences the first ones that were lost, each a sentence
     */
    record Result(long answers, long lost, List<String> differences) {

        static Result of(List<Result> regions) {
            return new Result(
                    regions.stream().mapToLong(Result::answers).sum(),
                    regions.stream().mapToLong(Result::lost).sum(),
                    regions.stream()
                            .flatMap(region -> region.differences().stream())
                            .limit(DIFFERENCES_MAX)
                            .toList());
        }
    }

    private static final int IN_FLIGHT_MAX = 64;
    private static final int DIFFERENCES_MAX = 10;
    private static final String UNKNOWN = "unknown";

    private final Function<UUID, CompletableFuture<ReportedKeyStatus>> lookup;
    private final KeyedAnswers positions;
    private final Semaphore permits = new Semaphore(IN_FLIGHT_MAX);
    private final List<String> differences = new ArrayList<>();
    private long answers;
    private long lost;
    private @Nullable Throwable failure;

    /**
     * @param lookup asks the region what became of a key
     * @param positionBefore the region's position before the first answer
     */
    AnswerCheck(Function<UUID, CompletableFuture<ReportedKeyStatus>> lookup, long positionBefore) {
        this.lookup = lookup;
        this.positions = new KeyedAnswers(positionBefore);
    }

    /**
     * Looks up all answers in a file.
     *
     * @param each is called with each of them
     */
    Result of(Path answerFile, Runnable each) {
        SuccessFile.read(answerFile, told -> {
            take(told);
            each.run();
        });
        return result();
    }

    void take(SuccessFile.Entry told) {
        permits.acquireUninterruptibly();
        boolean isOwnPosition = told.position() == 0 || positions.add(told.position());
        lookup.apply(told.key()).whenComplete((now, thrown) -> {
            compare(told, isOwnPosition, now, thrown);
            permits.release();
        });
    }

    private synchronized void compare(
            SuccessFile.Entry told,
            boolean isOwnPosition,
            @Nullable ReportedKeyStatus now,
            @Nullable Throwable thrown) {
        answers++;
        if (now == null) {
            failure = thrown;
            return;
        }
        String difference = difference(told, isOwnPosition, now);
        if (difference != null) {
            lost++;
            if (differences.size() < DIFFERENCES_MAX) {
                differences.add(difference);
            }
        }
    }

    /**
     * How the region's status of a key differs from the answer that an ATM received; null if it does not.
     *
     * @param isOwnPosition whether the position is of the run and of no other answer
     */
    static @Nullable String difference(SuccessFile.Entry told, boolean isOwnPosition, ReportedKeyStatus now) {
        if (!isAsTold(told, now)) {
            return told.key() + " was answered as " + words(told) + "; the region says that it is " + now;
        }
        return isOwnPosition
                ? null
                : told.key() + " was answered as " + words(told)
                        + ", which is the position of another answer or older than the run";
    }

    private static boolean isAsTold(SuccessFile.Entry told, ReportedKeyStatus now) {
        if (told.balanceMinor() == SuccessFile.REFUSED) {
            return told.position() == 0
                    ? now.status().equals(UNKNOWN)
                    : now.status().equals(ReportedKeyStatus.REFUSED) && now.position() == told.position();
        }
        return now.status().equals(ReportedKeyStatus.COMMITTED)
                && now.position() == told.position()
                && (told.balanceMinor() == Answer.NO_BALANCE || now.balanceMinor() == told.balanceMinor());
    }

    private static String words(SuccessFile.Entry told) {
        if (told.balanceMinor() == SuccessFile.REFUSED) {
            return told.position() == 0 ? "refused by the other region" : "refused at position " + told.position();
        }
        String committed = "committed at position " + told.position();
        return told.balanceMinor() == Answer.NO_BALANCE
                ? committed
                : committed + " with balance " + told.balanceMinor();
    }

    /** Waits for the last look-ups. Throws a {@link RunFailure} if the region did not answer one of them. */
    Result result() {
        permits.acquireUninterruptibly(IN_FLIGHT_MAX);
        permits.release(IN_FLIGHT_MAX);
        synchronized (this) {
            if (failure != null) {
                throw new RunFailure("the answers could not be looked up: " + failure.getMessage(), failure);
            }
            return new Result(answers, lost, List.copyOf(differences));
        }
    }
}
