package org.debitcredit.server.rest;

import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.UUID;
import java.util.zip.CRC32C;
import org.debitcredit.ledger.StatementCursor;
import org.debitcredit.ledger.Statements.Period;
import org.jspecify.annotations.Nullable;

/** A statement's cursor as text for clients. It is valid only for the bank that issued it. */
final class CursorText {

    private static final int BYTES = 7 * Long.BYTES + Integer.BYTES;
    private static final int CHECKSUM_AT = 7 * Long.BYTES;

    private CursorText() {}

    static String of(UUID bank, StatementCursor cursor) {
        ByteBuffer bytes = ByteBuffer.allocate(BYTES)
                .putLong(cursor.account())
                .putLong(cursor.period().fromMicros())
                .putLong(cursor.period().untilMicros())
                .putLong(cursor.asOf())
                .putLong(cursor.readPosition())
                .putLong(cursor.readMicros())
                .putLong(cursor.balanceMinor());
        bytes.putInt(checksum(bank, bytes));
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes.array());
    }

    /** Null if this bank did not issue it. */
    static @Nullable StatementCursor parse(UUID bank, String text) {
        ByteBuffer bytes;
        try {
            bytes = ByteBuffer.wrap(Base64.getUrlDecoder().decode(text));
        } catch (IllegalArgumentException e) {
            return null;
        }
        if (bytes.capacity() != BYTES || bytes.getInt(CHECKSUM_AT) != checksum(bank, bytes)) {
            return null;
        }
        return new StatementCursor(
                bytes.getLong(),
                new Period(bytes.getLong(), bytes.getLong()),
                bytes.getLong(),
                bytes.getLong(),
                bytes.getLong(),
                bytes.getLong());
    }

    private static int checksum(UUID bank, ByteBuffer bytes) {
        CRC32C crc = new CRC32C();
        crc.update(ByteBuffer.allocate(2 * Long.BYTES)
                .putLong(bank.getMostSignificantBits())
                .putLong(bank.getLeastSignificantBits())
                .flip());
        crc.update(bytes.array(), 0, CHECKSUM_AT);
        return (int) crc.getValue();
    }
}
