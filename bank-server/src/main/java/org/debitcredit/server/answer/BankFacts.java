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

/** What the service tells of how its bank is kept, and of what the journal did since the service started. */
public final class BankFacts {

    private final String ledger;
    private final BankSettings settings;
    private final LongSupplier forces;
    private final LongSupplier journaledBytes;
    private final DoubleSupplier keyWindowSeconds;
    private volatile @Nullable Boolean isDurable;

    /**
     * @param forces of the journal
     * @param journaledBytes of the documents in it
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

    /** Where the balances are kept. */
    public String ledger() {
        return ledger;
    }

    /** How the journal is kept. */
    public String journalKind() {
        return settings.journal().kind().toString();
    }

    /** Whether the journal, or its mirror, is on a disk. To be asked of an open bank, which has its directory. */
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

    /** False also where the operating system does not tell: nothing is promised that is not known. */
    private static boolean isOnDisk(Path directory) {
        try {
            return !FileSystemKind.of(directory).isMemory();
        } catch (IOException e) {
            return false;
        }
    }

    /** How long the window of keys is at the present rate of transactions; NaN while there are none. */
    public double keyWindowSeconds() {
        return keyWindowSeconds.getAsDouble();
    }

    public long forces() {
        return forces.getAsLong();
    }

    public long journalBytes() {
        return journaledBytes.getAsLong();
    }
}
