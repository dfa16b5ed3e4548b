package org.debitcredit.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.debitcredit.bank.Clocks;
import org.junit.jupiter.api.Test;

class CopyPaceTest {

    private static final long MILLI = 1_000_000;

    private final List<Long> pauses = new ArrayList<>();
    private long nanos;
    private boolean urgent;

    private final CopyPace pace = new CopyPace(new Clocks(() -> 0, () -> nanos, this::pause), 3, () -> urgent);

    private void pause(long length) {
        pauses.add(length);
        nanos += length;
    }

    private void copy(long millis) {
        nanos += millis * MILLI;
        pace.pieceCopied();
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
        pace.pieceCopied();
        nanos += MILLI / 2;
        pace.pieceCopied();
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
    void whatWasDoneBetweenCopiesDoesNotCount() {
        nanos += 500 * MILLI;
        pace.begin();
        copy(1);
        assertThat(pauses).containsExactly(3 * MILLI);
    }
}
