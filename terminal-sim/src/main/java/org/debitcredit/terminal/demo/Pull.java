package org.debitcredit.terminal.demo;

import java.time.Duration;
import java.time.Instant;
import org.debitcredit.terminal.contract.SuccessCheck;
import org.jspecify.annotations.Nullable;

/**
 * A kill of the server that somebody asked for, and what is known of it so far.
 *
 * @param pid id of the process that was killed
 * @param killed when
 * @param outage null until the server is ready again
 * @param found null until the answers before the kill were looked up
 */
record Pull(
        long pid,
        Instant killed,
        @Nullable Outage outage,
        @Nullable Found found) {

    /**
     * What the recovered bank has.
     *
     * @param checked when it was known
     * @param silence the longest time for which no terminal had an answer
     * @param answers the look-up of the latest answers before the kill
     */
    record Found(Instant checked, Duration silence, SuccessCheck.Result answers, boolean booksBalance) {

        /** Whether nothing was lost. */
        boolean isAll() {
            return answers.lost() == 0 && booksBalance;
        }
    }
}
