package org.debitcredit.recovery;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.debitcredit.settings.JournalKind;
import org.debitcredit.transaction.TransactionKey;

/**
 * The data directories of a bank that revision 19a8f2d wrote, one for each journal: of {@link BankLives}' scale, with
 * timed keys, a key window of 50 and a snapshot every 100 transactions; two lives of 15 and 7 groups of ten that were
 * closed cleanly, and a third of 3 groups that was killed. Made by that revision's own {@code BankLives}; packed twice,
 * because they are mostly zeros.
 */
public final class OldBank {

    private OldBank() {}

    public static void unpack(JournalKind kind, Path data) throws IOException {
        try (InputStream packed =
                Objects.requireNonNull(OldBank.class.getResourceAsStream("19a8f2d.zip"), "19a8f2d.zip")) {
            PackedFolders.unpack(packed, kind.toString(), data);
        }
    }

    /** The keys of its 250 transactions, by position. */
    public static List<TransactionKey> keys() {
        List<TransactionKey> keys = new ArrayList<>();
        for (int n = 0; n < 250; n++) {
            long millis = 1_700_000_000_000L + n / BankLives.GROUP * 1_000L;
            keys.add(TransactionKey.of(0, TransactionKey.uuidV7(millis, 0, n)));
        }
        return keys;
    }
}
