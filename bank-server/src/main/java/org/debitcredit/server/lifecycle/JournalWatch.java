package org.debitcredit.server.lifecycle;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.debitcredit.directory.BankFolders;
import org.debitcredit.settings.BankSettings;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;

/**
 * Looks every second how long the writer has waited for the disk of its journal, and says when that is too long and
 * when it has gone on. A disk that hangs throws nothing: without this the service would look ready and answer nobody.
 */
public final class JournalWatch {

    private static final Logger LOG = LoggerFactory.getLogger(JournalWatch.class);

    /**
     * After 10 s the first requests have reached their time-out (bank.request-timeout, as it is by default), no disk
     * that is sound takes that long, and with a mirror the copy that hangs has been given up before.
     */
    static final Duration STUCK_AFTER = Duration.ofSeconds(10);

    private final LongSupplier waitNanos;
    private final String place;
    private final Consumer<@Nullable String> whenStuck;
    private boolean isStuck;

    /**
     * @param waitNanos how long the writer has waited, 0 while it does not
     * @param place of the journal, or of both
     * @param whenStuck takes how long the writer has waited, again at each look, and null when it has gone on
     */
    public JournalWatch(LongSupplier waitNanos, String place, Consumer<@Nullable String> whenStuck) {
        this.waitNanos = waitNanos;
        this.place = place;
        this.whenStuck = whenStuck;
    }

    /** Where the journal is, for messages. */
    public static String place(BankSettings settings) {
        Path journal = BankFolders.journal(settings.data());
        Path mirror = settings.journal().mirror();
        return mirror == null ? journal.toString() : journal + " and of its mirror in " + mirror;
    }

    /** One look; by one thread only. */
    @Scheduled(fixedRate = 1, timeUnit = TimeUnit.SECONDS)
    public void look() {
        long nanos = waitNanos.getAsLong();
        if (nanos >= STUCK_AFTER.toNanos()) {
            String how =
                    "the writer has waited " + TimeUnit.NANOSECONDS.toSeconds(nanos) + " s for the disk of " + place;
            whenStuck.accept(how);
            if (!isStuck) {
                LOG.error(
                        "{}. The service is not ready until the disk responds. Nothing is acknowledged meanwhile, "
                                + "and nothing is "
                                + "lost. Find out what blocks the disk; a restart does not help before that is solved",
                        how);
            }
            isStuck = true;
        } else if (isStuck) {
            isStuck = false;
            whenStuck.accept(null);
            LOG.warn("the disk of {} responds again, and the service is ready again", place);
        }
    }
}
