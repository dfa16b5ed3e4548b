package org.debitcredit.directory;

import java.io.IOException;
import java.util.OptionalLong;
import org.debitcredit.bank.BankScale;
import org.debitcredit.journal.JournalWriter;
import org.debitcredit.settings.BankSettings;
import org.debitcredit.settings.JournalKind;
import org.debitcredit.settings.JournalSettings;
import org.debitcredit.settings.SpaceSettings;
import org.debitcredit.snapshot.SnapshotStore;
import org.debitcredit.storage.Folder;

/**
 * The disk space that a bank may take, determined at its start from the settings and the free space.
 *
 * @param journalBytesMax bytes of the live epochs from which on no transaction is accepted
 * @param backlogBytesMax bytes of the live epochs from which on none is kept for a projection alone
 * @param archiveBytesMax bytes of the archived epochs above which the oldest is deleted
 */
public record DiskSpace(long journalBytesMax, long backlogBytesMax, long archiveBytesMax) {

    /** The default: 4 GiB, which is several seconds at the highest rate, or days of a typical bank. */
    public static final long JOURNAL_BYTES_DEFAULT = 4L << 30;

    /**
     * The default is at least the size of this many snapshots, because a snapshot is written while the journal grows.
     */
    private static final int SNAPSHOTS = 2;

    /** Largest part of the free disk that the default uses for the journal. */
    private static final int SHARE_OF_FREE = 4;

    /** Snapshots that exist at the same time: two, and one that is being written. */
    private static final int SNAPSHOTS_KEPT = 3;

    /**
     * Part of the disk that the default uses for the archive, of the space that is free once journal and snapshots have
     * their full size.
     */
    private static final int SHARE_OF_ARCHIVE = 2;

    /**
     * Number of files for which the journal must have room. Each quarter of it begins with one and has a second one, so
     * that a quarter frees more than its beginning takes.
     */
    private static final int FILES_LEAST = 8;

    /** The idempotency window may need at most this fraction of the journal. */
    private static final int KEYS_SHARE = 2;

    /** Documents are rounded up to a multiple of this, in every kind of journal. */
    private static final int DOCUMENT_ALIGNMENT = 64;

    /** Largest part of the journal that an epoch takes, unless its beginning alone takes more. */
    private static final int EPOCH_SHARE = 8;

    /** Smallest number of files in an epoch. */
    private static final int EPOCH_FILES_LEAST = 2;

    /** A projection may need at most this fraction of the journal, because a snapshot begins at half of it. */
    private static final int BACKLOG_SHARE = 2;

    /**
     * Determines the space that a bank may take. If the journal already takes almost all of it, or more because the
     * limit was lowered, it may additionally take what the keys need, because its contents are needed until enough
     * transactions have followed.
     *
     * @throws IOException if the disk has too little free space for the journal; the message says how much is missing
     * @throws IllegalArgumentException if the setting for the journal is too small, or that for the projection too
     *     large
     */
    public static DiskSpace conclude(BankFiles files, BankSettings settings, BankScale scale) throws IOException {
        SpaceSettings space = settings.journal().space();
        long least = journalBytesLeast(settings.journal().fillAheadBytes(), settings.keyWindow());
        long available = available(files);
        long journal = journalBytesMax(settings, scale, available);
        if (journal < least) {
            throw new IllegalArgumentException("bank.journal.bytes-max is " + journal + " bytes; it must be at least "
                    + least + ": " + FILES_LEAST + " times bank.journal.fill-ahead, and twice the size of the keys of"
                    + " bank.key-window");
        }
        if (journal > available) {
            throw new IOException(tooLittle(files, settings, journal, least, available));
        }
        long backlog = space.backlogBytesMax().orElse(journal / BACKLOG_SHARE);
        if (backlog > journal / BACKLOG_SHARE) {
            throw new IllegalArgumentException("bank.projection.backlog-max is " + backlog
                    + " bytes; it must be at most half of the journal's size limit, " + journal / BACKLOG_SHARE
                    + " (bank.journal.bytes-max is " + journal + ")");
        }
        long inherited = Math.min(available, files.journal().bytes() + least / KEYS_SHARE);
        long journalMax = Math.max(journal, inherited);
        long others = journalMax + SNAPSHOTS_KEPT * SnapshotStore.bytes(scale);
        return new DiskSpace(journalMax, backlog, archive(files, space.archiveBytesMax(), others));
    }

    /**
     * The limit of the journal's size: as configured, or chosen.
     *
     * @param availableBytes free space plus the bytes of the journal
     */
    public static long journalBytesMax(BankSettings settings, BankScale scale, long availableBytes) {
        long least = journalBytesLeast(settings.journal().fillAheadBytes(), settings.keyWindow());
        long usual = Math.max(JOURNAL_BYTES_DEFAULT, SNAPSHOTS * SnapshotStore.bytes(scale));
        long chosen = Math.max(least, Math.min(usual, availableBytes / SHARE_OF_FREE));
        return settings.journal().space().journalBytesMax().orElse(chosen);
    }

    /**
     * Size at which an epoch is full: as configured, but small compared with the journal's limit, because whole epochs
     * are freed, and a start also needs the keys of a window before the older snapshot.
     */
    public long epochBytes(JournalSettings settings) {
        long most = Math.max(journalBytesMax / EPOCH_SHARE, EPOCH_FILES_LEAST * settings.fillAheadBytes());
        return Math.min(settings.epochBytes(), most);
    }

    /**
     * The smallest allowed limit for a journal.
     *
     * @param fillAheadBytes of each file
     * @param keyWindow keys of which a start must find at least as many, and at most twice as many, in the journal
     */
    public static long journalBytesLeast(long fillAheadBytes, int keyWindow) {
        return Math.max(1, Math.max(FILES_LEAST * fillAheadBytes, KEYS_SHARE * keyBytes(keyWindow)));
    }

    /**
     * How many files of the journal are open when it has its largest size: on the file journal one for each segment on
     * each medium, on Chronicle a few. Epochs that are shorter than a segment may need more.
     */
    public static long openFilesMax(BankSettings settings) {
        JournalSettings journal = settings.journal();
        if (journal.kind() != JournalKind.FILE) {
            return 0;
        }
        long segments = journalBytesMax(settings, settings.scale(), Long.MAX_VALUE) / journal.fillAheadBytes() + 1;
        return journal.mirror() == null ? segments : 2 * segments;
    }

    /** Bytes of the transactions whose keys a start has to read, each in a document of its own. */
    static long keyBytes(int keyWindow) {
        long document = JournalWriter.documentBytesMax(1);
        return 2L * keyWindow * ((document + DOCUMENT_ALIGNMENT - 1) / DOCUMENT_ALIGNMENT * DOCUMENT_ALIGNMENT);
    }

    /** Free space plus the bytes of the journal, on the medium where this is smallest. */
    private static long available(BankFiles files) throws IOException {
        long journal = files.journal().bytes() + files.journal().spareBytes();
        long free = Long.MAX_VALUE - journal;
        for (int medium = 0; medium < files.archives().size(); medium++) {
            if (!files.loss().isLost(medium)) {
                free = Math.min(free, folder(files, medium).usableBytes());
            }
        }
        return free + journal;
    }

    private static Folder folder(BankFiles files, int medium) {
        return files.archives().get(medium).folder();
    }

    private static long archive(BankFiles files, OptionalLong set, long others) throws IOException {
        if (set.isPresent()) {
            return set.getAsLong();
        }
        long journal = files.journal().bytes() + files.journal().spareBytes();
        long chosen = Long.MAX_VALUE;
        for (int medium = 0; medium < files.archives().size(); medium++) {
            if (!files.loss().isLost(medium)) {
                long taken = files.archives().get(medium).bytes();
                long free = Math.min(folder(files, medium).usableBytes(), Long.MAX_VALUE - taken);
                long left = free + taken - Math.max(0, others - journal);
                chosen = Math.min(chosen, Math.max(0, left) / SHARE_OF_ARCHIVE);
            }
        }
        return chosen;
    }

    private static String tooLittle(BankFiles files, BankSettings settings, long journal, long least, long available) {
        long taken = files.journal().bytes() + files.journal().spareBytes();
        return "the disk of " + settings.data() + " has " + (available - taken) + " bytes free and the journal has "
                + taken + "; the journal may take " + journal + " (bank.journal.bytes-max), so " + (journal - available)
                + " are missing. It needs at least " + least
                + ", given bank.journal.fill-ahead and bank.key-window. Free"
                + " some space, or lower bank.journal.bytes-max";
    }
}
