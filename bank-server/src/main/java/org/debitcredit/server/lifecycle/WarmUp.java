package org.debitcredit.server.lifecycle;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import org.debitcredit.bank.BankScale;
import org.debitcredit.event.BankEvent;
import org.debitcredit.event.Progress;
import org.debitcredit.recovery.LedgerOpener;
import org.debitcredit.recovery.RunningBank;
import org.debitcredit.settings.BankSettings;
import org.debitcredit.settings.JournalSettings;
import org.springframework.util.FileSystemUtils;

/**
 * Runs DebitCredits through a small temporary bank with the same kind of journal on the same disk and, unless the
 * ledger is a database, with the same kind of ledger. So the JVM compiles the hot path early: batches for one half of
 * the time, single transactions for the other. The real bank serves meanwhile, so the rate is low.
 */
public final class WarmUp {

    private static final String DIRECTORY = "warm-up";
    static final BankScale SCALE = new BankScale(10, 10, 1_000);
    private static final int KEY_WINDOW = 1 << 16;
    /** Length of the zeros ahead, or of a segment, with room for the largest group. */
    private static final long FILL_AHEAD_BYTES = 17L << 20;

    /** Limit of transactions per second, a small part of what two processors carry: clients come first. */
    private static final double PER_SECOND_MAX = 20_000;
    /** Bytes of the journal for one transaction of a large group, rounded up. */
    private static final long BYTES_EACH = 100;
    /** The files must take only a small part of the free space, because a full disk would stop the real bank. */
    private static final int ROOM_FACTOR = 10;

    private static final int BATCH = 100;
    private static final int BATCHES_IN_FLIGHT = 4;
    private static final int SINGLES_IN_FLIGHT = 64;

    private final LedgerOpener ledgers;
    private final Duration duration;

    /**
     * @param ledgers opens temporary ledgers
     * @param duration zero for no warm-up
     */
    public WarmUp(LedgerOpener ledgers, Duration duration) {
        this.ledgers = ledgers;
        this.duration = duration;
    }

    /**
     * Runs the warm-up. The caller must keep other processes out of the bank's directory, in which the files are
     * created.
     *
     * @param settings of the real bank, which is not touched
     * @param isNeeded whether to go on; asked before each submission
     * @return false if the disk has too little free space, so that nothing was run
     */
    boolean run(BankSettings settings, BooleanSupplier isNeeded) throws IOException {
        Path directory = settings.data().resolve(DIRECTORY);
        FileSystemUtils.deleteRecursively(directory);
        if (duration.isZero()) {
            return true;
        }
        if (Files.getFileStore(settings.data()).getUsableSpace() < ROOM_FACTOR * bytesMax()) {
            return false;
        }
        JournalSettings journal = new JournalSettings(
                settings.journal().kind(), JournalSettings.EPOCH_BYTES_DEFAULT, FILL_AHEAD_BYTES, OptionalLong.empty());
        BankSettings small = BankSettings.of(directory, SCALE, settings.currency())
                .with(journal)
                .withKeyWindow(KEY_WINDOW);
        Duration half = duration.dividedBy(2);
        try {
            run(small.founding(true), BATCH, BATCHES_IN_FLIGHT, half, isNeeded);
            run(small, 1, SINGLES_IN_FLIGHT, half, isNeeded);
            return true;
        } finally {
            FileSystemUtils.deleteRecursively(directory);
        }
    }

    private long bytesMax() {
        return 4 * FILL_AHEAD_BYTES + (long) (duration.toMillis() / 1e3 * PER_SECOND_MAX * BYTES_EACH);
    }

    private void run(BankSettings small, int batch, int inFlight, Duration half, BooleanSupplier isNeeded)
            throws IOException {
        if (!isNeeded.getAsBoolean()) {
            return;
        }
        try (RunningBank bank = RunningBank.open(small, ledgers, BankEvent.IGNORE, Progress.NONE)) {
            new WarmUpLoad(bank.engine(), batch, inFlight, PER_SECOND_MAX).run(half, isNeeded);
        }
    }
}
