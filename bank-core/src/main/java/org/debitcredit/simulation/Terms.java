package org.debitcredit.simulation;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Currency;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.random.RandomGenerator;
import org.debitcredit.bank.BankScale;
import org.debitcredit.bank.Clocks;
import org.debitcredit.engine.TransactionEngine;
import org.debitcredit.recovery.BankSettings;
import org.debitcredit.recovery.JournalKind;
import org.debitcredit.recovery.JournalSettings;
import org.debitcredit.recovery.SnapshotSettings;

/**
 * What one seed's bank is like, and its clock. Everything is so small that epochs, segments, snapshots and keys go round
 * within a few hundred transactions.
 */
final class Terms {

    static final BankScale SCALE = new BankScale(2, 2, 3);
    static final long KEY_AHEAD_MILLIS_MAX = 1_000;

    private static final TransactionEngine.Settings ENGINE =
            new TransactionEngine.Settings(256, TransactionEngine.SUBMISSION_MAX, TransactionEngine.SUBMISSION_MAX);
    private static final long SECOND = 1_000_000;

    final int segmentBytes;
    final int lives;
    final int batchMax;
    final boolean isOverflowing;
    final boolean keepsHistory;
    final BankSettings settings;
    private final RandomGenerator random;
    private long clockMicros = 1_700_000_000 * SECOND;

    Terms(RandomGenerator random) {
        this.random = random;
        segmentBytes = 4096 * (2 + random.nextInt(3));
        lives = 3 + random.nextInt(5);
        batchMax = 1 + random.nextInt(8);
        isOverflowing = random.nextInt(10) == 0;
        keepsHistory = random.nextInt(3) == 0;
        Duration retention = keepsHistory
                ? Duration.ofDays(90)
                : random.nextBoolean() ? Duration.ZERO : Duration.ofMillis(1 + random.nextInt(2_000));
        // The memory ledger redoes 4 transactions a microsecond, and a snapshot starts after half of that time.
        int interval = 10 + random.nextInt(40);
        SnapshotSettings snapshots = new SnapshotSettings(Duration.ofNanos(500L * interval), retention);
        settings = new BankSettings(
                Path.of("simulated"),
                SCALE,
                Currency.getInstance("USD"),
                8 + random.nextInt(40),
                Duration.ofMillis(KEY_AHEAD_MILLIS_MAX),
                new JournalSettings(
                        JournalKind.FILE, 1_000 + random.nextInt(10_000), segmentBytes, OptionalLong.empty()),
                snapshots,
                BankSettings.LEDGER_OUTAGE_MAX_DEFAULT,
                null,
                ENGINE,
                Clocks.neverSet(this::clockMicros),
                () -> new UUID(random.nextLong(), random.nextLong()),
                false);
    }

    long clockMicros() {
        return clockMicros;
    }

    /** Time goes on; now and then someone sets the clock back. */
    void tick() {
        clockMicros += random.nextInt(20) == 0 ? random.nextLong(3 * SECOND) : random.nextLong(SECOND / 20);
        if (random.nextInt(60) == 0) {
            clockMicros -= random.nextLong(5 * SECOND);
        }
    }
}
