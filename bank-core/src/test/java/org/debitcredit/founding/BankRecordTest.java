package org.debitcredit.founding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Currency;
import java.util.Objects;
import java.util.UUID;
import java.util.zip.CRC32C;
import org.debitcredit.bank.BankIdentity;
import org.debitcredit.bank.BankScale;
import org.junit.jupiter.api.Test;

/** Whatever an earlier revision put on record is read: a record that is taken for damaged refuses the start. */
class BankRecordTest {

    private static final BankIdentity BANK =
            new BankIdentity(new UUID(7, 8), new BankScale(3, 2, 4), Currency.getInstance("USD"));

    private static final BankRecord RECORD = new BankRecord(
            BANK, 41, BankRecord.State.CLOSED, 12, new UUID(5, 6), 9, 600, 0x1234, 8, 7, BankRecord.NONE);

    /** The same entry as a revision wrote it, by its version and the place of its checksum. */
    private static BankRecord asWritten(int version, int crcAt, long oldest, long accepted) {
        ByteBuffer bytes = ByteBuffer.allocate(4_096).order(ByteOrder.LITTLE_ENDIAN);
        bytes.put(0, RECORD.encode(), 0, 96);
        bytes.putInt(4, version);
        if (crcAt > 96) {
            bytes.putLong(96, oldest).putLong(104, accepted);
        }
        CRC32C crc = new CRC32C();
        crc.update(bytes.duplicate().position(0).limit(crcAt));
        bytes.putInt(crcAt, (int) crc.getValue());
        return Objects.requireNonNull(BankRecord.decode(bytes.slice(0, BankRecord.BYTES)));
    }

    @Test
    void anEntryIsReadAsItWasWritten() {
        BankRecord used = RECORD.accepting(7, 500);
        assertThat(BankRecord.decode(RECORD.encode())).isEqualTo(RECORD);
        assertThat(BankRecord.decode(used.encode())).isEqualTo(used);
    }

    @Test
    void theSecondVersionKnewOfNoLossThatWasUsed() {
        assertThat(asWritten(2, 112, 8, 7)).isEqualTo(RECORD);
    }

    @Test
    void theFirstVersionKnewNoOldestEpoch() {
        BankRecord read = asWritten(1, 96, 0, 0);
        assertThat(read.oldestEpoch()).isEqualTo(12);
        assertThat(read.acceptedEpoch()).isZero();
        assertThat(read.position()).isEqualTo(600);
    }

    /** For some revisions it had the oldest epoch, and the same once more where no loss had been accepted. */
    @Test
    void theFirstVersionWithAnOldestEpochIsReadToo() {
        assertThat(asWritten(1, 112, 8, 8).acceptedEpoch())
                .as("nothing was accepted")
                .isZero();
        assertThat(asWritten(1, 112, 8, 8).oldestEpoch()).isEqualTo(8);
        assertThat(asWritten(1, 112, 8, 10).acceptedEpoch()).isEqualTo(10);
    }

    @Test
    void anEntryOfADamagedVersionAndATornOneAreNone() {
        ByteBuffer damaged = RECORD.encode().order(ByteOrder.LITTLE_ENDIAN);
        damaged.putInt(4, BankRecord.VERSION + 1);
        assertThatCode(() -> BankRecord.requireKnown(damaged, "bank")).doesNotThrowAnyException();
        assertThat(BankRecord.decode(damaged)).isNull();
        ByteBuffer torn = RECORD.encode();
        torn.put(100, (byte) (torn.get(100) ^ 1));
        assertThat(BankRecord.decode(torn)).isNull();
    }
}
