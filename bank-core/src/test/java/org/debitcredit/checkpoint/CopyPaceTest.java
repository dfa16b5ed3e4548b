package org.debitcredit.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.debitcredit.bank.Clocks;
import org.junit.jupiter.api.Test;

class CopyPaceTest {

    private static final long MILLI = 1_000_000;

    /** After each piece after which there was one. */
    private final List<Long> pauses = new ArrayList<>();

    private long paused;
    private long nanos;
    private long urgentFrom = Long.MAX_VALUE;
    private boolean urgent;

    private final CopyPace pace =
            new CopyPace(new Clocks(() -> 0, () -> nanos, this::pause), 3, () -> urgent || nanos >= urgentFrom);

    private void pause(long length) {
        paused += length;
        nanos += length;
    }

    private void pieceCopied() {
        pace.pieceCopied();
        if (paused > 0) {
            pauses.add(paused);
            paused = 0;
        }
    }

    private void copy(long millis) {
        nanos += millis * MILLI;
        pieceCopied();
    }

    @Test
    void aPauseIsAMultipleOfTheWorkBeforeItWhichDoesNotCountThePauseBefore() {
        copy(2);
        copy(5);
        assertThat(pauses).containsExactly(6 * MILLI, 15 * MILLI);
    }

    @Test
    void shortPiecesAreAddedUp() {
        nanos += MILLI / 2;
        pieceCopied();
        nanos += MILLI / 2;
        pieceCopied();
        assertThat(pauses).containsExactly(3 * MILLI);
    }

    @Test
    void noPauseIsLongHoweverSlowTheDiskWas() {
        copy(60_000);
        assertThat(pauses).containsExactly(250 * MILLI);
    }

    @Test
    void anUrgentCopyDoesNotPause() {
        urgent = true;
        copy(10);
        urgent = false;
        copy(1);
        assertThat(pauses).containsExactly(3 * MILLI);
    }

    @Test
    void aPauseEndsSoonOnceTheCopyIsUrgent() {
        urgentFrom = 125 * MILLI;
        copy(100);
        assertThat(pauses).containsExactly(30 * MILLI);
    }

    @Test
    void whatWasDoneBetweenCopiesDoesNotCount() {
        nanos += 500 * MILLI;
        pace.begin();
        copy(1);
        assertThat(pauses).containsExactly(3 * MILLI);
    }
}
