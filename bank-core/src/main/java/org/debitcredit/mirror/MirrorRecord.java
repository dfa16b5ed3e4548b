package org.debitcredit.mirror;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import java.util.zip.CRC32C;
import org.debitcredit.storage.DataFile;
import org.debitcredit.storage.Folder;
import org.debitcredit.storage.WrittenByLaterRelease;
import org.jspecify.annotations.Nullable;

/**
 * A copy's record of the other one: the file {@code mirror} beside its epochs, version {@value #VERSION},
 * little-endian.
 *
 * <pre>
 *   0       4         8                 24                40           48      52     56       60        64
 *   +-------+---------+-----------------+-----------------+------------+-------+------+--------+---------+------------
 *   | magic | version | bank id, 128    | pair id, 128    | generation | state | copy | length | CRC32C  | other place
 *   +-------+---------+-----------------+-----------------+------------+-------+------+--------+---------+------------
 * </pre>
 *
 * The CRC32C covers everything but itself. A lone copy marked DUPLEX may be an hour older than one on which the bank
 * continued alone. The record exists to detect this. A later version changes neither the place of magic, version and
 * checksum nor what the checksum covers, so that this release recognizes it as a later version.
 *
 * @param bank id of the bank; zero if it was not founded yet
 * @param pair random id of the two copies together
 * @param generation grows with every change of the state
 * @param state whether the other copy is in use
 * @param copy which of the two this is, 0 or 1
 * @param other the other copy's directory, for messages
 */
public record MirrorRecord(UUID bank, UUID pair, long generation, State state, int copy, String other) {

    /** Name of the file. */
    public static final String NAME = "mirror";

    /** The bank of a record that was written before its bank was founded. */
    public static final UUID NOT_FOUNDED = new UUID(0, 0);

    static final int VERSION = 1;

    private static final String UNFINISHED = "mirror.unfinished";
    private static final int MAGIC = 0x4D424344; // "DCBM"
    private static final int LENGTH_AT = 56;
    private static final int CRC_AT = 60;
    private static final int HEADER_BYTES = 64;
    private static final int PLACE_BYTES_MAX = 16 << 10;

    public MirrorRecord {
        int placeBytes = other.getBytes(StandardCharsets.UTF_8).length;
        if (placeBytes > PLACE_BYTES_MAX) {
            throw new IllegalArgumentException("the path of the mirror's other copy has " + placeBytes
                    + " bytes; its record holds at most " + PLACE_BYTES_MAX + ": " + other);
        }
        if (copy < 0 || copy > 1) {
            throw new IllegalArgumentException("the number of the copy is " + copy + "; it must be 0 or 1");
        }
    }

    /** Whether the other copy is in use. */
    public enum State {
        /** Everything acknowledged is on both copies. */
        DUPLEX,
        /** Transactions acknowledged since then may be on this copy only. */
        ALONE
    }

    /** This copy's next record. */
    public MirrorRecord next(State next) {
        return at(generation + 1, next);
    }

    /** The same copy, at a generation. */
    public MirrorRecord at(long otherGeneration, State otherState) {
        return new MirrorRecord(bank, pair, otherGeneration, otherState, copy, other);
    }

    /** Whether the other copy is in use. */
    public boolean isDuplex() {
        return state == State.DUPLEX;
    }

    /** Whether it was written before the bank was founded, and nothing has happened since. */
    public boolean isOfFounding() {
        return bank.equals(NOT_FOUNDED) && generation <= 1 && isDuplex();
    }

    /**
     * Reads a copy's record; null when it has none.
     *
     * @throws MirrorRefused when it is damaged
     * @throws WrittenByLaterRelease when it is of a later version
     */
    public static @Nullable MirrorRecord read(Folder folder) throws IOException {
        if (!folder.names().contains(NAME)) {
            return null;
        }
        try (DataFile file = folder.open(NAME)) {
            int size = (int) Math.min(file.size(), HEADER_BYTES + PLACE_BYTES_MAX);
            ByteBuffer bytes = ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
            boolean isThere = file.readFully(bytes, 0);
            if (isThere) {
                requireKnown(bytes, folder.place(NAME));
            }
            if (!isThere || !isIntact(bytes)) {
                throw new MirrorRefused("damaged record of the mirror: " + folder.place(NAME)
                        + " is damaged, so it is unknown whether the bank continued on the other copy alone");
            }
            return decode(bytes);
        }
    }

    /**
     * Writes this as the copy's record, durably. After a crash the copy has either this record or the previous one.
     */
    public void write(Folder folder) throws IOException {
        if (folder.names().contains(UNFINISHED)) {
            folder.delete(UNFINISHED);
        }
        try (DataFile file = folder.create(UNFINISHED)) {
            file.write(encode(), 0);
            file.force();
        }
        folder.rename(UNFINISHED, NAME);
        folder.force();
    }

    private ByteBuffer encode() {
        byte[] place = other.getBytes(StandardCharsets.UTF_8);
        ByteBuffer bytes = ByteBuffer.allocate(HEADER_BYTES + place.length).order(ByteOrder.LITTLE_ENDIAN);
        bytes.putInt(MAGIC).putInt(VERSION);
        putUuid(bytes, bank);
        putUuid(bytes, pair);
        bytes.putLong(generation).putInt(state.ordinal()).putInt(copy).putInt(place.length);
        bytes.putInt(0).put(place).flip();
        return bytes.putInt(CRC_AT, checksum(bytes));
    }

    private static boolean isIntact(ByteBuffer bytes) {
        return bytes.capacity() >= HEADER_BYTES
                && bytes.getInt(0) == MAGIC
                && bytes.getInt(4) == VERSION
                && bytes.getInt(LENGTH_AT) == bytes.capacity() - HEADER_BYTES
                && bytes.getInt(CRC_AT) == checksum(bytes);
    }

    private static void requireKnown(ByteBuffer bytes, String place) {
        if (bytes.capacity() >= HEADER_BYTES
                && bytes.getInt(0) == MAGIC
                && bytes.getInt(4) > VERSION
                && bytes.getInt(CRC_AT) == checksum(bytes)) {
            throw WrittenByLaterRelease.ofVersion(place, bytes.getInt(4), VERSION, VERSION);
        }
    }

    private static MirrorRecord decode(ByteBuffer bytes) {
        bytes.position(8);
        UUID bank = getUuid(bytes);
        UUID pair = getUuid(bytes);
        long generation = bytes.getLong();
        State state = State.values()[bytes.getInt()];
        int copy = bytes.getInt();
        String other = new String(bytes.array(), HEADER_BYTES, bytes.getInt(LENGTH_AT), StandardCharsets.UTF_8);
        return new MirrorRecord(bank, pair, generation, state, copy, other);
    }

    private static int checksum(ByteBuffer bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes.slice(0, CRC_AT));
        crc.update(bytes.slice(HEADER_BYTES, bytes.capacity() - HEADER_BYTES));
        return (int) crc.getValue();
    }

    private static void putUuid(ByteBuffer bytes, UUID uuid) {
        bytes.putLong(uuid.getMostSignificantBits()).putLong(uuid.getLeastSignificantBits());
    }

    private static UUID getUuid(ByteBuffer bytes) {
        long high = bytes.getLong();
        return new UUID(high, bytes.getLong());
    }
}
