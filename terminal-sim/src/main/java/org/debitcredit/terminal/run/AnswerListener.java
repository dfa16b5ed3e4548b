package org.debitcredit.terminal.run;

import java.util.UUID;

/** Takes the answers to requests with a key as the terminals receive them, on many threads, and does not block. */
@FunctionalInterface
public interface AnswerListener {

    /** Takes none. */
    AnswerListener NONE = (key, answeredMillis, position, balanceMinor) -> {};

    /**
     * Takes an answer.
     *
     * @param answeredMillis since the epoch
     * @param balanceMinor {@link SuccessFile#REFUSED} for a refusal
     */
    void answered(UUID key, long answeredMillis, long position, long balanceMinor);
}
