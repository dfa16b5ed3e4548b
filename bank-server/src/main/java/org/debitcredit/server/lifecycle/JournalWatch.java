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
 * Checks every second how long the writer has been waiting for the disk of its journal, and reports when that is too
 * long and when it ends. A disk that hangs causes no exception, so without this check the service would look ready
 * without answering any request.
 */
public final class JournalWatch {

    private static final Logger LOG = LoggerFactory.getLogger(JournalWatch.class);

    /**
     * After 10 s the first requests have reached their default time-out (bank.request-timeout). No healthy disk takes
     * that long, and with a mirror the copy that hangs has been abandoned by then.
     */
    static final Duration STUCK_AFTER = Duration.ofSeconds(10);

    private final LongSupplier waitNanos;
    private final String place;
    private final Consumer<@Nullable String> whenStuck;
    private boolean isStuck;

    /**
     * @param waitNanos how long the writer has waited, 0 while it does not
     * @param place where the journal is, and its mirror if there is one
     * @param whenStuck receives at each check how long the writer has waited, and null when it continues
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

    /** One check; to be called by one thread only. */
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
