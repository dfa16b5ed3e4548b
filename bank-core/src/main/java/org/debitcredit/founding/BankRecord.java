package org.debitcredit.founding;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Currency;
import java.util.UUID;
import java.util.zip.CRC32C;
import org.debitcredit.bank.BankIdentity;
import org.debitcredit.bank.BankScale;
import org.debitcredit.storage.WrittenByLaterRelease;
import org.debitcredit.transaction.LogPosition;
import org.jspecify.annotations.Nullable;

/**
 * One entry of a bank's record, version {@value #VERSION}, little-endian:
 *
 * <pre>
 *   0       4         8            16               32         36       40         44         48
 *   +-------+---------+------------+----------------+----------+--------+----------+----------+-------+
 *   | magic | version | generation | bank id,       | branches | tellers| accounts | currency | state |
 *   |       |         |            | 128 bits       |          | each   | each     | ASCII, 0 |       |
 *   +-------+---------+------------+----------------+----------+--------+----------+----------+-------+
 *   52          56             64               80         88         96
 *   +-----------+--------------+----------------+----------+----------+
 *   | checksum  | epoch number | epoch id,      | sequence | position |
 *   | of chain  |              | 128 bits       |          |          |
 *   +-----------+--------------+----------------+----------+----------+
 *   96             104             112              120
 *   +--------------+---------------+----------------+----------+
 *   | oldest epoch | oldest epoch  | loss accepted  | CRC32C   |
 *   | needed       | accepted      | after          |          |
 *   +--------------+---------------+----------------+----------+
 * </pre>
 *
 * The CRC32C covers everything before it. A later version does not move magic and version, and has a CRC32C of
 * everything before it somewhere after the state, so that this release recognizes it as a later version.
 *
 * @param identity the bank
 * @param generation grows by one with every entry
 * @param state what the entry says
 * @param epochNumber of the newest epoch; 0 while the bank is being founded
 * @param epoch its random id; {@link LogPosition#NO_EPOCH} while the bank is being founded
 * @param sequence of the journal's end record where it is closed, else 0
 * @param position where it is closed that of the last transaction, else the one that the epoch continues
 * @param checksum of the journal's end record where it is closed, else 0
 * @param oldestEpoch number of the epoch with which the journal begins, or before which it begins; 0 while the bank is
 *     being founded
 * @param acceptedEpoch number of the epoch before which an operator accepted the loss of everything, including the
 *     history; 0 for none
 * @param lossAcceptedAfter highest position after which an operator accepted a loss; {@link #NONE} for none, or since a
 *     start was refused because of another loss
 */
public record BankRecord(
        BankIdentity identity,
        long generation,
        State state,
        long epochNumber,
        UUID epoch,
        long sequence,
        long position,
        int checksum,
        long oldestEpoch,
        long acceptedEpoch,
        long lossAcceptedAfter) {

    /** No position. */
    public static final long NONE = -1;

    static final int VERSION = 3;

    /** Without the last number. */
    private static final int VERSION_WITHOUT_LOSS = 2;

    /** Without the last three numbers. Some revisions wrote the first two of them anyway. */
    private static final int VERSION_WITHOUT_OLDEST = 1;

    static final int BYTES = 124;

    private static final int MAGIC = 0x52424344; // "DCBR"
    private static final int CRC_AT = 120;
    private static final int CRC_AT_WITHOUT_LOSS = 112;
    private static final int CRC_AT_WITHOUT_OLDEST = 96;

    /** The end of the state. No version has its checksum before this offset. */
    private static final int CRC_AT_LEAST = 52;

    /** The state that an entry records. */
    public enum State {
        /** The bank has an id, but possibly no epoch has begun. Nothing has ever been acknowledged. */
        FOUNDING,
        /** An epoch has begun. */
        OPEN,
        /** The journal was closed cleanly, with its end record. */
        CLOSED
    }

    /** The first entry of a bank. */
    public static BankRecord founding(BankIdentity identity) {
        return new BankRecord(identity, 1, State.FOUNDING, 0, LogPosition.NO_EPOCH, 0, 0, 0, 0, 0, NONE);
    }

    /** The next entry: an epoch has begun. */
    BankRecord began(long number, UUID id, long before) {
        return next(State.OPEN, number, id, 0, before, 0);
    }

    /** The next entry: the journal was closed cleanly. */
    BankRecord ended(long number, UUID id, long endSequence, long last, int endChecksum) {
        return next(State.CLOSED, number, id, endSequence, last, endChecksum);
    }

    private BankRecord next(State next, long number, UUID id, long endSequence, long at, int endChecksum) {
        // The first epoch of a bank is its oldest.
        return new BankRecord(
                identity,
                generation + 1,
                next,
                number,
                id,
                endSequence,
                at,
                endChecksum,
                isFounding() ? number : oldestEpoch,
                acceptedEpoch,
                lossAcceptedAfter);
    }

    /** The next entry, with the same content. */
    BankRecord next() {
        return with(generation + 1, oldestEpoch, acceptedEpoch, lossAcceptedAfter);
    }

    /** This entry, when the journal may begin with an epoch, after orderly removals. */
    BankRecord beginningWith(long needed) {
        return with(generation, needed, acceptedEpoch, lossAcceptedAfter);
    }

    /** This entry, when an operator has accepted losses. */
    BankRecord accepting(long epochAccepted, long lossAfter) {
        return with(generation, oldestEpoch, Math.max(epochAccepted, acceptedEpoch), lossAfter);
    }

    private BankRecord with(long number, long needed, long accepted, long lossAfter) {
        return new BankRecord(
                identity, number, state, epochNumber, epoch, sequence, position, checksum, needed, accepted, lossAfter);
    }

    /** Whether the founding was begun and perhaps not finished. */
    public boolean isFounding() {
        return state == State.FOUNDING;
    }

    /** Whether the founding was begun, and only the record itself can contain the bank's id yet. */
    public boolean isFoundingOnRecordOnly() {
        return isFounding() && generation == 1;
    }

    /** What is known of how far its epoch reached, for messages. */
    public String reached() {
        return (isClosed() ? "was closed cleanly at position " : "had begun after position ") + position;
    }

    /** Whether the journal was closed cleanly. */
    public boolean isClosed() {
        return state == State.CLOSED;
    }

    /**
     * Whether older epochs, which were never removed, are missing in a journal that begins with an epoch of this
     * number.
     */
    public boolean lacksEpochsBefore(long number) {
        return !isFounding() && number > oldestEpoch;
    }

    /** Whether an operator accepted that a journal begins with an epoch of this number. */
    public boolean isAccepted(long number) {
        return number <= acceptedEpoch;
    }

    ByteBuffer encode() {
        ByteBuffer bytes = ByteBuffer.allocate(BYTES).order(ByteOrder.LITTLE_ENDIAN);
        bytes.putInt(MAGIC).putInt(VERSION).putLong(generation);
        bytes.putLong(identity.id().getMostSignificantBits())
                .putLong(identity.id().getLeastSignificantBits());
        bytes.putInt(identity.scale().branches());
        bytes.putInt(identity.scale().tellersPerBranch());
        bytes.putInt(identity.scale().accountsPerBranch());
        bytes.put(identity.currency().getCurrencyCode().getBytes(StandardCharsets.US_ASCII))
                .put((byte) 0);
        bytes.putInt(state.ordinal()).putInt(checksum).putLong(epochNumber);
        bytes.putLong(epoch.getMostSignificantBits()).putLong(epoch.getLeastSignificantBits());
        bytes.putLong(sequence).putLong(position).putLong(oldestEpoch).putLong(acceptedEpoch);
        bytes.putLong(lossAcceptedAfter);
        return bytes.putInt(crc(bytes, CRC_AT)).flip();
    }

    /** The entry in the given bytes; null if they hold no intact one. */
    static @Nullable BankRecord decode(ByteBuffer from) {
        ByteBuffer bytes = from.duplicate().order(ByteOrder.LITTLE_ENDIAN);
        if (bytes.limit() < BYTES || bytes.getInt(0) != MAGIC) {
            return null;
        }
        int version = bytes.getInt(4);
        int crcAt = crcAt(bytes, version);
        if (crcAt == 0) {
            return null;
        }
        boolean hasOldest = crcAt > CRC_AT_WITHOUT_OLDEST;
        long oldest = hasOldest ? bytes.getLong(96) : bytes.getLong(56);
        long accepted = hasOldest ? bytes.getLong(104) : 0;
        // If nothing was accepted, the first version contained the oldest epoch twice.
        boolean isNoneAccepted = version == VERSION_WITHOUT_OLDEST && accepted <= oldest;
        byte[] currency = new byte[3];
        bytes.get(44, currency);
        BankIdentity identity = new BankIdentity(
                new UUID(bytes.getLong(16), bytes.getLong(24)),
                new BankScale(bytes.getInt(32), bytes.getInt(36), bytes.getInt(40)),
                Currency.getInstance(new String(currency, StandardCharsets.US_ASCII)));
        return new BankRecord(
                identity,
                bytes.getLong(8),
                State.values()[bytes.getInt(48)],
                bytes.getLong(56),
                new UUID(bytes.getLong(64), bytes.getLong(72)),
                bytes.getLong(80),
                bytes.getLong(88),
                bytes.getInt(52),
                oldest,
                isNoneAccepted ? 0 : accepted,
                crcAt == CRC_AT ? bytes.getLong(112) : NONE);
    }

    /** Offset of the checksum of an intact entry, which shows its length; 0 if there is no intact entry. */
    private static int crcAt(ByteBuffer bytes, int version) {
        int[] places = switch (version) {
            case VERSION -> new int[] {CRC_AT};
            case VERSION_WITHOUT_LOSS -> new int[] {CRC_AT_WITHOUT_LOSS};
            case VERSION_WITHOUT_OLDEST -> new int[] {CRC_AT_WITHOUT_LOSS, CRC_AT_WITHOUT_OLDEST};
            default -> new int[0];
        };
        for (int place : places) {
            if (bytes.getInt(place) == crc(bytes, place)) {
                return place;
            }
        }
        return 0;
    }

    /** Whether some bytes are of a later version or damaged; {@link #requireKnown} distinguishes them. */
    static boolean namesLaterVersion(ByteBuffer from) {
        ByteBuffer bytes = from.duplicate().order(ByteOrder.LITTLE_ENDIAN);
        return bytes.limit() >= BYTES && bytes.getInt(0) == MAGIC && bytes.getInt(4) > VERSION;
    }

    /**
     * Refuses an intact entry of a later version, wherever that version has its checksum.
     *
     * @param from a page of the record's file
     * @param place the file, for messages
     */
    static void requireKnown(ByteBuffer from, String place) {
        ByteBuffer bytes = from.duplicate().order(ByteOrder.LITTLE_ENDIAN);
        if (!namesLaterVersion(from)) {
            return;
        }
        CRC32C crc = new CRC32C();
        crc.update(bytes.slice(0, CRC_AT_LEAST));
        for (int at = CRC_AT_LEAST; at + Integer.BYTES <= bytes.limit(); at += Integer.BYTES) {
            if (bytes.getInt(at) == (int) crc.getValue()) {
                throw WrittenByLaterRelease.ofVersion(place, bytes.getInt(4), VERSION_WITHOUT_OLDEST, VERSION);
            }
            crc.update(bytes.slice(at, Integer.BYTES));
        }
    }

    private static int crc(ByteBuffer bytes, int end) {
        CRC32C crc = new CRC32C();
        crc.update(bytes.duplicate().limit(end).position(0));
        return (int) crc.getValue();
    }
}
