package org.debitcredit.terminal.headquarters;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;

/**
 * The business days: each ends at the same time of day, and has the date on which it ends. One that ends at midnight
 * has the date that is over then.
 */
record BusinessDays(LocalTime ends, ZoneId zone) {

    /** The first moment that belongs to the next day. */
    Instant end(LocalDate day) {
        LocalDate date = ends.equals(LocalTime.MIDNIGHT) ? day.plusDays(1) : day;
        return date.atTime(ends).atZone(zone).toInstant();
    }

    /** The day that a moment belongs to. */
    LocalDate dayAt(Instant moment) {
        LocalDate date = moment.atZone(zone).toLocalDate();
        return moment.isBefore(end(date)) ? date : date.plusDays(1);
    }
}
