package org.debitcredit.ledger.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever a segment's length, it is one array. */
class BalanceArrayTest {

    private static final int SIZE = 37;

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 5, 6, BalanceArray.SEGMENT_BITS})
    void everyRangeIsThatOfOneArray(int segmentBits) {
        long[] plain = new SplittableRandom(segmentBits).longs(SIZE).toArray();
        plain[SIZE / 2] = Long.MIN_VALUE;
        BalanceArray array = new BalanceArray(SIZE, segmentBits);
        BalanceArray filled = new BalanceArray(SIZE, segmentBits);
        for (int i = 0; i < SIZE; i++) {
            array.set(i, plain[i]);
        }
        for (int from = 0; from < SIZE; from++) {
            for (int count = 0; from + count <= SIZE; count++) {
                long[] range = Arrays.copyOfRange(plain, from, from + count);
                long[] copied = new long[count];
                array.copyTo(from, count, copied);
                assertThat(copied).isEqualTo(range);
                assertThat(array.sum(from, count)).isEqualTo(sum(range));
                filled.copyFrom(from, count, range);
            }
            assertThat(filled.get(from)).isEqualTo(plain[from]).isEqualTo(array.get(from));
        }
    }

    private static BigInteger sum(long[] balances) {
        return Arrays.stream(balances).mapToObj(BigInteger::valueOf).reduce(BigInteger.ZERO, BigInteger::add);
    }
}
