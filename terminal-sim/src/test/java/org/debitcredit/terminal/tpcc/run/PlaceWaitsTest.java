package org.debitcredit.terminal.tpcc.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** In milliseconds; an attempt takes 50 at most. */
class PlaceWaitsTest {

    private final PlaceWaits waits = new PlaceWaits(50);

    /** Sends a request after attempts that wait in vain, and returns how late the client was. */
    private long lateness(long due, long from, long... attempts) {
        waits.next(due, from);
        long now = from;
        for (long taken : attempts) {
            waits.attempted(now, now + taken);
            now += taken;
        }
        return waits.readyNanos(now) - due;
    }

    @Test
    void aWaitForTheServerIsNoLatenessOfTheClient() {
        assertThat(lateness(0, 0, 50, 50, 50, 30)).isZero();
        assertThat(lateness(10, 180)).isLessThanOrEqualTo(0);
        assertThat(lateness(170, 180)).isLessThanOrEqualTo(10);
    }

    @Test
    void aRequestThatTheClientDoesNotTryToSendInTimeIsLate() {
        assertThat(lateness(0, 1_500)).isEqualTo(1_500);
        assertThat(lateness(700, 1_500)).isEqualTo(800);
    }

    @Test
    void anAttemptThatTookLongerThanItMayMetAPause() {
        assertThat(lateness(0, 0, 1_500)).isEqualTo(1_450);
    }

    /** Near saturation a sender has waited for seconds, which made no later request late. */
    @Test
    void aPauseAfterABacklogIsLate() {
        for (long sent = 100; sent < 10_000; sent += 50) {
            assertThat(lateness(sent - 100, sent, 50)).isLessThanOrEqualTo(100);
        }
        assertThat(lateness(9_950, 11_500)).isGreaterThanOrEqualTo(1_400);
    }
}
