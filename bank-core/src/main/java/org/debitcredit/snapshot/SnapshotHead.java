package org.debitcredit.snapshot;

import java.nio.charset.StandardCharsets;
import java.util.Currency;
import java.util.UUID;
import org.debitcredit.bank.BankIdentity;
import org.debitcredit.bank.BankScale;
import org.debitcredit.transaction.LogPosition;

/**
 * The identity and position of a snapshot, as numbers of its first page.
 *
 * <pre>
 *   0..4  start position: bank id (2), epoch id (2), position | 5 chain checksum
 *   6 branches | 7 tellers per branch | 8 accounts per branch | 9 currency, ASCII, first letter lowest
 *   10 highest key time forgotten before the start, milliseconds since 1970
 * </pre>
 *
 * @param identity the bank
 * @param start the log position that redo begins at
 * @param keysForgottenThroughMillis highest time of any key forgotten before the start
 */
record SnapshotHead(BankIdentity identity, LogPosition start, long keysForgottenThroughMillis) {

    static final int NUMBERS = 11;
    static final int LOG_POSITION_NUMBERS = 6;

    void put(long[] numbers) {
        putLogPosition(start, numbers);
        BankScale scale = identity.scale();
        numbers[6] = scale.branches();
        numbers[7] = scale.tellersPerBranch();
        numbers[8] = scale.accountsPerBranch();
        byte[] currency = identity.currency().getCurrencyCode().getBytes(StandardCharsets.US_ASCII);
        numbers[9] = currency[0] | currency[1] << 8 | currency[2] << 16;
        numbers[10] = keysForgottenThroughMillis;
    }

    static SnapshotHead get(long[] numbers) {
        LogPosition start = getLogPosition(numbers);
        BankScale scale = new BankScale((int) numbers[6], (int) numbers[7], (int) numbers[8]);
        byte[] currency = {(byte) numbers[9], (byte) (numbers[9] >> 8), (byte) (numbers[9] >> 16)};
        BankIdentity identity = new BankIdentity(
                start.bank(), scale, Currency.getInstance(new String(currency, StandardCharsets.US_ASCII)));
        return new SnapshotHead(identity, start, numbers[10]);
    }

    static void putLogPosition(LogPosition logPosition, long[] numbers) {
        numbers[0] = logPosition.bank().getMostSignificantBits();
        numbers[1] = logPosition.bank().getLeastSignificantBits();
        numbers[2] = logPosition.epoch().getMostSignificantBits();
        numbers[3] = logPosition.epoch().getLeastSignificantBits();
        numbers[4] = logPosition.position();
        numbers[5] = logPosition.chainChecksum();
    }

    static LogPosition getLogPosition(long[] numbers) {
        return new LogPosition(
                new UUID(numbers[0], numbers[1]), new UUID(numbers[2], numbers[3]), numbers[4], (int) numbers[5]);
    }
}
