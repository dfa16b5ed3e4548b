package org.debitcredit.server.command.client;

import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.debitcredit.console.FailureText;
import org.debitcredit.retry.Backoff;
import org.jspecify.annotations.Nullable;

/**
 * Sends a money transaction under its key, and repeats it under the same key while its outcome is unknown or the bank
 * is busy, for a limited time. Once one attempt may have been executed, only an answer that the bank stores under the
 * key tells what became of it.
 */
final class KeyedSender {

    /** Longer than a bank takes by default to answer that an outcome is unknown. */
    static final Duration ANSWER_MAX = Duration.ofSeconds(15);

    private static final Duration PAUSE_FIRST = Duration.ofMillis(100);
    private static final Duration PAUSE_LONGEST = Duration.ofSeconds(5);

    private final RunningServer server;
    private final Duration resendFor;
    private final LongSupplier nanoTime;
    private final Pauses pauses;
    private final Consumer<String> notices;

    /** Waits. */
    interface Pauses {
        void nanos(long nanos) throws InterruptedException;
    }

    /** What became of a transaction. */
    sealed interface Result {

        /** The bank has decided, or nothing was executed. */
        record Known(HttpAnswer answer) implements Result {}

        /**
         * It may or may not have been executed.
         *
         * @param why the last attempt did not show what became of the transaction
         */
        record Unknown(String why) implements Result {}
    }

    /** One attempt: an answer, or why there is none. */
    private record Attempt(@Nullable HttpAnswer answer, String why) {

        static Attempt of(HttpAnswer answer) {
            return new Attempt(answer, answer.detail() + answer.named());
        }
    }

    /**
     * A sender.
     *
     * @param resendFor how long a transaction is repeated, from its first attempt; zero for never
     * @param nanoTime a clock that is never set back, nanoseconds
     * @param notices receives a line before each repeat
     */
    KeyedSender(
            RunningServer server, Duration resendFor, LongSupplier nanoTime, Pauses pauses, Consumer<String> notices) {
        this.server = server;
        this.resendFor = resendFor;
        this.nanoTime = nanoTime;
        this.pauses = pauses;
        this.notices = notices;
    }

    /**
     * Sends until the outcome is known, or the time is over.
     *
     * @param isRepetition whether the transaction may have been executed before this call
     * @throws NothingSentException if an attempt found no service, and no earlier one may have been executed
     */
    Result send(String path, UUID key, boolean isRepetition, String body) throws IOException {
        HttpRequest request = server.request(path)
                .timeout(ANSWER_MAX)
                .header("Content-Type", "application/json")
                .header("Idempotency-Key", key.toString())
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        Backoff backoff = Backoff.of(PAUSE_FIRST, PAUSE_LONGEST);
        long begin = nanoTime.getAsLong();
        boolean mayBeExecuted = isRepetition;
        try {
            while (true) {
                Attempt attempt = attempt(request, mayBeExecuted);
                HttpAnswer answer = attempt.answer;
                mayBeExecuted |= answer == null || answer.leavesOutcomeOpen();
                if (answer != null && (answer.isDecision() || !mayBeExecuted && !answer.isPassing())) {
                    return new Result.Known(answer);
                }
                long pause = answer != null && answer.retryAfterSeconds() > 0
                        ? TimeUnit.SECONDS.toNanos(answer.retryAfterSeconds())
                        : backoff.nextNanos();
                boolean isOver = nanoTime.getAsLong() - begin + pause > resendFor.toNanos();
                if (isOver || answer != null && !answer.isPassing()) {
                    return answer == null || mayBeExecuted ? new Result.Unknown(attempt.why) : new Result.Known(answer);
                }
                notices.accept((mayBeExecuted ? "the outcome is unknown: " : "nothing was executed: ") + attempt.why
                        + ". Sending again with the same key");
                pauses.nanos(pause);
            }
        } catch (InterruptedException e) {
            return new Result.Unknown("it was interrupted");
        }
    }

    /** @throws NothingSentException if nothing was sent, and no earlier attempt may have been executed */
    private Attempt attempt(HttpRequest request, boolean isRepeat) throws NothingSentException, InterruptedException {
        try {
            return Attempt.of(HttpAnswer.of(server.send(request)));
        } catch (HttpTimeoutException e) {
            return new Attempt(null, "there was no answer in " + ANSWER_MAX.toSeconds() + " s");
        } catch (NothingSentException e) {
            if (!isRepeat) {
                throw e;
            }
            return new Attempt(null, FailureText.of(e));
        } catch (IOException e) {
            return new Attempt(null, "the connection broke (" + FailureText.of(e) + ")");
        }
    }
}
