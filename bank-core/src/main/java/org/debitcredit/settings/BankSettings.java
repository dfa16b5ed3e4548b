package org.debitcredit.settings;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Currency;
import java.util.UUID;
import java.util.function.Supplier;
import org.debitcredit.bank.BankScale;
import org.debitcredit.bank.Clocks;
import org.debitcredit.engine.TransactionEngine;
import org.debitcredit.projection.ProjectionOpener;
import org.jspecify.annotations.Nullable;

/**
 * The settings with which a bank is opened. They are created by a {@link Builder}, in which everything except the bank
 * itself has a default.
 */
public final class BankSettings {

    /** A million keys. */
    public static final int KEY_WINDOW_DEFAULT = 1_000_000;

    public static final Duration KEY_AHEAD_MAX_DEFAULT = Duration.ofSeconds(10);

    public static final Duration LEDGER_OUTAGE_MAX_DEFAULT = Duration.ofSeconds(30);

    private final Path data;
    private final BankScale scale;
    private final Currency currency;
    private final int keyWindow;
    private final Duration keyAheadMax;
    private final JournalSettings journal;
    private final SnapshotSettings snapshots;
    private final Duration ledgerOutageMax;
    private final @Nullable ProjectionOpener projection;
    private final TransactionEngine.Settings engine;
    private final Clocks clocks;
    private final Supplier<UUID> ids;
    private final boolean founds;

    private BankSettings(Builder builder) {
        data = builder.data;
        scale = builder.scale;
        currency = builder.currency;
        keyWindow = builder.keyWindow;
        keyAheadMax = builder.keyAheadMax;
        journal = builder.journal;
        snapshots = builder.snapshots;
        ledgerOutageMax = builder.ledgerOutageMax;
        projection = builder.projection;
        engine = builder.engine;
        clocks = builder.clocks;
        ids = builder.ids;
        founds = builder.founds;
    }

    /** Defaults for everything except the bank itself. */
    public static BankSettings of(Path data, BankScale scale, Currency currency) {
        return builder(data, scale, currency).build();
    }

    /** A builder with the defaults. */
    public static Builder builder(Path data, BankScale scale, Currency currency) {
        return new Builder(data, scale, currency);
    }

    /** A builder that begins with these settings. */
    public Builder toBuilder() {
        return new Builder(data, scale, currency)
                .keyWindow(keyWindow)
                .keyAheadMax(keyAheadMax)
                .journal(journal)
                .snapshots(snapshots)
                .ledgerOutageMax(ledgerOutageMax)
                .projection(projection)
                .engine(engine)
                .clocks(clocks)
                .ids(ids)
                .founds(founds);
    }

    /** The same with another journal. */
    public BankSettings with(JournalSettings other) {
        return toBuilder().journal(other).build();
    }

    /** The same with other snapshots. */
    public BankSettings with(SnapshotSettings other) {
        return toBuilder().snapshots(other).build();
    }

    /** The same with another window of keys. */
    public BankSettings withKeyWindow(int other) {
        return toBuilder().keyWindow(other).build();
    }

    /** The same in another directory. */
    public BankSettings in(Path other) {
        return toBuilder().data(other).build();
    }

    /** The same, to found a bank or not. */
    public BankSettings founding(boolean other) {
        return toBuilder().founds(other).build();
    }

    /** Directory that holds the bank. */
    public Path data() {
        return data;
    }

    /** The bank's scale. It is used to found the bank, and is compared with that of an existing bank. */
    public BankScale scale() {
        return scale;
    }

    /** The bank's currency, used like the scale. */
    public Currency currency() {
        return currency;
    }

    /** Least number of latest keys to remember. */
    public int keyWindow() {
        return keyWindow;
    }

    /** How far a key's time may be ahead of the bank's. */
    public Duration keyAheadMax() {
        return keyAheadMax;
    }

    /** The kind and settings of the journal. */
    public JournalSettings journal() {
        return journal;
    }

    /** When snapshots are taken. */
    public SnapshotSettings snapshots() {
        return snapshots;
    }

    /** How long the bank waits for the database of a persistent ledger before it stops. */
    public Duration ledgerOutageMax() {
        return ledgerOutageMax;
    }

    /** Opens the database of the projection; null for none. */
    public @Nullable ProjectionOpener projection() {
        return projection;
    }

    /** Ring and group sizes. */
    public TransactionEngine.Settings engine() {
        return engine;
    }

    /** The machine's clocks. */
    public Clocks clocks() {
        return clocks;
    }

    /** Random ids of the bank when it is founded and of each epoch, and the seeds of the keys' hash. */
    public Supplier<UUID> ids() {
        return ids;
    }

    /** Whether a bank is founded, which is refused if there is a trace of one. Otherwise a bank must exist. */
    public boolean founds() {
        return founds;
    }

    /** Collects settings by name. */
    public static final class Builder {

        private Path data;
        private final BankScale scale;
        private final Currency currency;
        private int keyWindow = KEY_WINDOW_DEFAULT;
        private Duration keyAheadMax = KEY_AHEAD_MAX_DEFAULT;
        private JournalSettings journal = JournalSettings.DEFAULT;
        private SnapshotSettings snapshots = SnapshotSettings.DEFAULT;
        private Duration ledgerOutageMax = LEDGER_OUTAGE_MAX_DEFAULT;
        private @Nullable ProjectionOpener projection;
        private TransactionEngine.Settings engine = TransactionEngine.Settings.DEFAULT;
        private Clocks clocks = Clocks.SYSTEM;
        private Supplier<UUID> ids = UUID::randomUUID;
        private boolean founds;

        private Builder(Path data, BankScale scale, Currency currency) {
            this.data = data;
            this.scale = scale;
            this.currency = currency;
        }

        public Builder data(Path directory) {
            data = directory;
            return this;
        }

        public Builder keyWindow(int keys) {
            keyWindow = keys;
            return this;
        }

        public Builder keyAheadMax(Duration time) {
            keyAheadMax = time;
            return this;
        }

        public Builder journal(JournalSettings settings) {
            journal = settings;
            return this;
        }

        public Builder snapshots(SnapshotSettings settings) {
            snapshots = settings;
            return this;
        }

        public Builder ledgerOutageMax(Duration time) {
            ledgerOutageMax = time;
            return this;
        }

        public Builder projection(@Nullable ProjectionOpener opener) {
            projection = opener;
            return this;
        }

        public Builder engine(TransactionEngine.Settings settings) {
            engine = settings;
            return this;
        }

        public Builder clocks(Clocks machine) {
            clocks = machine;
            return this;
        }

        public Builder ids(Supplier<UUID> random) {
            ids = random;
            return this;
        }

        public Builder founds(boolean isFounding) {
            founds = isFounding;
            return this;
        }

        public BankSettings build() {
            return new BankSettings(this);
        }
    }
}
