package org.debitcredit.founding;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.debitcredit.storage.DataFile;
import org.debitcredit.storage.Folder;
import org.jspecify.annotations.Nullable;

/**
 * The file {@value #NAME} of a data directory: a bank's latest two entries, each in a page of its own. A new entry
 * overwrites the older one, so after a torn write the previous entry is still there.
 *
 * <pre>
 *   0: entry of an even generation, 4,096 bytes | 4096: entry of an odd generation, 4,096 bytes
 * </pre>
 */
public final class BankRecordFile {

    /** Its name. */
    public static final String NAME = "bank";

    private static final String UNFINISHED = "bank.unfinished";
    private static final int SLOT_BYTES = 4_096;
    private static final int SLOTS = 2;

    private BankRecordFile() {}

    /**
     * The newest entry in a folder; null if the folder has no such file, or the file has no intact entry.
     *
     * @throws org.debitcredit.storage.WrittenByLaterRelease if an entry is of a later version, though the other may be
     *     of this one
     */
    public static @Nullable BankRecord read(Folder folder) throws IOException {
        if (!isIn(folder)) {
            return null;
        }
        BankRecord newest = null;
        try (DataFile file = folder.open(NAME)) {
            for (int slot = 0; slot < SLOTS; slot++) {
                ByteBuffer bytes = ByteBuffer.allocate(BankRecord.BYTES);
                boolean isThere = file.readFully(bytes, (long) slot * SLOT_BYTES);
                if (isThere && BankRecord.namesLaterVersion(bytes)) {
                    ByteBuffer page = ByteBuffer.allocate(SLOT_BYTES);
                    file.readFully(page, (long) slot * SLOT_BYTES);
                    BankRecord.requireKnown(page.flip(), folder.place(NAME));
                }
                BankRecord found = isThere ? BankRecord.decode(bytes) : null;
                if (found != null && (newest == null || found.generation() > newest.generation())) {
                    newest = found;
                }
            }
        }
        return newest;
    }

    /** Whether a folder has such a file, intact or not. */
    public static boolean isIn(Folder folder) throws IOException {
        return folder.names().contains(NAME);
    }

    /** Writes an entry into a folder's file, which is created if it is missing. The entry is durable on return. */
    static void write(Folder folder, BankRecord entry) throws IOException {
        if (!isIn(folder)) {
            make(folder, entry);
            return;
        }
        try (DataFile file = folder.open(NAME)) {
            put(file, entry);
            file.force();
        }
    }

    /** The same, but creates a new file instead of using an existing one. */
    static void make(Folder folder, BankRecord entry) throws IOException {
        if (folder.names().contains(UNFINISHED)) {
            folder.delete(UNFINISHED);
        }
        try (DataFile file = folder.create(UNFINISHED)) {
            file.write(ByteBuffer.allocate(SLOTS * SLOT_BYTES), 0);
            put(file, entry);
            file.force();
        }
        folder.rename(UNFINISHED, NAME);
        folder.force();
    }

    private static void put(DataFile file, BankRecord entry) throws IOException {
        file.write(entry.encode(), entry.generation() % SLOTS * SLOT_BYTES);
    }
}
