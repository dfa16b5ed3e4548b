package org.debitcredit.server.answer;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.debitcredit.settings.BankSettings;
import org.debitcredit.storage.FileSystemKind;
import org.jspecify.annotations.Nullable;

/** Facts about the bank's ledger and journal that the service reports. */
public final class BankFacts {

    private final String ledger;
    private final BankSettings settings;
    private final LongSupplier forces;
    private final LongSupplier journaledBytes;
    private final DoubleSupplier keyWindowSeconds;
    private volatile @Nullable Boolean isDurable;

    /**
     * @param forces how often the journal has been forced
     * @param journaledBytes bytes of the documents that were journaled
     * @param keyWindowSeconds see {@link #keyWindowSeconds}
     */
    public BankFacts(
            String ledger,
            BankSettings settings,
            LongSupplier forces,
            LongSupplier journaledBytes,
            DoubleSupplier keyWindowSeconds) {
        this.keyWindowSeconds = keyWindowSeconds;
        this.ledger = ledger;
        this.settings = settings;
        this.forces = forces;
        this.journaledBytes = journaledBytes;
    }

    /** The kind of the ledger. */
    public String ledger() {
        return ledger;
    }

    /** The kind of the journal: chronicle or file. */
    public String journalKind() {
        return settings.journal().kind().toString();
    }

    /** Whether the journal, or its mirror, is on a disk. To be called when the bank is open and has its directory. */
    public boolean isDurable() {
        Boolean known = isDurable;
        if (known == null) {
            known = Stream.of(settings.data(), settings.journal().mirror())
                    .filter(Objects::nonNull)
                    .anyMatch(BankFacts::isOnDisk);
            isDurable = known;
        }
        return known;
    }

    /** Also false if the operating system does not say, because only known durability is promised. */
    private static boolean isOnDisk(Path directory) {
        try {
            return !FileSystemKind.of(directory).isMemory();
        } catch (IOException e) {
            return false;
        }
    }

    /** The time that the idempotency window spans at the current rate; NaN while there are no transactions. */
    public double keyWindowSeconds() {
        return keyWindowSeconds.getAsDouble();
    }

    /** How often the journal has been forced since the bank was opened; 0 while it is closed. */
    public long forces() {
        return forces.getAsLong();
    }

    /** Bytes of the documents that were journaled since the bank was opened; 0 while it is closed. */
    public long journalBytes() {
        return journaledBytes.getAsLong();
    }
}
