package org.debitcredit.terminal.demo;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * What became of a server that was killed.
 *
 * @param killed when
 * @param ready when it was ready again
 * @param recovery what it said of the bank that it found, each a sentence
 */
record Outage(Instant killed, Instant ready, List<String> recovery) {

    /** From the kill until the server was ready again. */
    Duration length() {
        return Duration.between(killed, ready);
    }
}
