package org.debitcredit.terminal.headquarters;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

class BusinessDaysTest {

    private static final LocalDate DAY = LocalDate.of(2026, 11, 26);

    @Test
    void aDayHasTheDateOnWhichItEnds() {
        BusinessDays days = new BusinessDays(LocalTime.of(15, 0), ZoneOffset.UTC);
        assertThat(days.dayAt(Instant.parse("2026-11-26T14:59:59.999999Z"))).isEqualTo(DAY);
        assertThat(days.dayAt(Instant.parse("2026-11-26T15:00:00Z"))).isEqualTo(DAY.plusDays(1));
        assertThat(days.end(DAY)).isEqualTo(Instant.parse("2026-11-26T15:00:00Z"));
    }

    @Test
    void midnightEndsTheDateThatIsOver() {
        BusinessDays days = new BusinessDays(LocalTime.MIDNIGHT, ZoneOffset.UTC);
        assertThat(days.dayAt(Instant.parse("2026-11-26T23:59:59Z"))).isEqualTo(DAY);
        assertThat(days.dayAt(Instant.parse("2026-11-27T00:00:00Z"))).isEqualTo(DAY.plusDays(1));
    }

    /** In Berlin the clocks go from 02:00 to 03:00 on 29 March 2026, and from 03:00 to 02:00 on 25 October. */
    @Test
    void aChangeOfTheClocksLeavesNoMomentOut() {
        BusinessDays days = new BusinessDays(LocalTime.of(2, 30), ZoneId.of("Europe/Berlin"));
        for (LocalDate day : new LocalDate[] {LocalDate.of(2026, 3, 29), LocalDate.of(2026, 10, 25)}) {
            Instant end = days.end(day);
            assertThat(days.dayAt(end.minusNanos(1))).isEqualTo(day);
            assertThat(days.dayAt(end)).isEqualTo(day.plusDays(1));
            assertThat(days.dayAt(end.plusSeconds(7_200))).isEqualTo(day.plusDays(1));
        }
    }
}
