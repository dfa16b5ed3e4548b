package org.debitcredit.server.lifecycle;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.springframework.scheduling.annotation.Scheduled;

/**
 * Checks every second how far the system's clock is from the bank's, and warns once when that is more than a key may be
 * ahead, because the clients' clocks agree with one or the other.
 */
public final class ClockWatch {

    /** How much faster the bank's clock is while it catches up, in seconds for each second. */
    private static final int GAINED = 9;

    private static final String JUMPED =
            "If the system's clock is wrong, correct it. If it is right, for example because the machine "
                    + "was suspended, wait for about %,d s, until the bank's clock has caught up, or restart the bank, "
                    + "which then takes the system's time at once. Until then, keys made with the right time are "
                    + "refused as key-ahead";

    private static final String SET_BACK = "If the system's clock is wrong, correct it. If it is right, and was ahead "
            + "before, nothing has to be done: the time of transactions does not advance until the system's clock has "
            + "reached it, and requests are executed meanwhile";

    private final Duration keyAheadMax;
    private final LongSupplier systemAheadMicros;
    private final Consumer<@Nullable String> whenApart;
    private final Consumer<String> warnings;
    private boolean isApart;

    /**
     * @param keyAheadMax how far a key's time may lie ahead of the bank's
     * @param systemAheadMicros how far the system's clock is ahead of the bank's, negative if it is behind it
     * @param whenApart receives at each check how far the clocks are apart, and null when they are close again
     * @param warnings receives one warning when they are apart
     */
    public ClockWatch(
            Duration keyAheadMax,
            LongSupplier systemAheadMicros,
            Consumer<@Nullable String> whenApart,
            Consumer<String> warnings) {
        this.keyAheadMax = keyAheadMax;
        this.systemAheadMicros = systemAheadMicros;
        this.whenApart = whenApart;
        this.warnings = warnings;
    }

    /** One check; to be called by one thread only. */
    @Scheduled(fixedRate = 1, timeUnit = TimeUnit.SECONDS)
    public void look() {
        Duration ahead = Duration.of(systemAheadMicros.getAsLong(), ChronoUnit.MICROS);
        if (ahead.abs().compareTo(keyAheadMax) > 0) {
            String how = String.format(
                    Locale.ROOT,
                    "the system's clock is %,d s %s the bank's",
                    ahead.abs().toSeconds(),
                    ahead.isNegative() ? "behind" : "ahead of");
            whenApart.accept(how);
            if (!isApart) {
                warnings.accept(how + ", more than bank.key-ahead-max (" + keyAheadMax.toMillis() / 1e3 + " s). "
                        + (ahead.isNegative() ? SET_BACK : jumped(ahead)));
            }
            isApart = true;
        } else if (isApart) {
            isApart = false;
            whenApart.accept(null);
        }
    }

    private static String jumped(Duration ahead) {
        return String.format(Locale.ROOT, JUMPED, ahead.toSeconds() / GAINED);
    }
}
