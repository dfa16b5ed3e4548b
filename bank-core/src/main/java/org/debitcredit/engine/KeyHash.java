package org.debitcredit.engine;

import java.util.UUID;
import java.util.function.Supplier;
import org.debitcredit.transaction.UnsignedProduct;

/**
 * A hash of keys under secret seeds. Clients choose their keys. Without secret seeds they could choose many keys with
 * the same hash, and each look-up would read all of them. It is {@code wyhash64} of Wang Yi's wyhash (final version 4,
 * <a href="https://github.com/wangyi-fudan/wyhash">github.com/wangyi-fudan/wyhash</a>) with seeds for its constants:
 * two multiplications of 64 by 64 bits whose products are folded.
 */
public record KeyHash(long seed1, long seed2, long seed3, long seed4) {

    /** Draws the seeds, once for each process. */
    public static KeyHash of(Supplier<UUID> random) {
        UUID one = random.get();
        UUID two = random.get();
        return new KeyHash(
                one.getMostSignificantBits(),
                one.getLeastSignificantBits(),
                two.getMostSignificantBits(),
                two.getLeastSignificantBits());
    }

    /**
     * The hash of a block of keys.
     *
     * @param client the keys' scope, which the server makes
     * @param high upper half of the keys
     * @param block what their lower halves have in common
     */
    int of(long client, long high, long block) {
        long x = high ^ seed1;
        long y = block ^ seed2;
        long a = x * y ^ client ^ seed3;
        long b = UnsignedProduct.upperHalf(x, y) ^ seed4;
        long folded = a * b ^ UnsignedProduct.upperHalf(a, b);
        return (int) (folded ^ folded >>> 32);
    }
}
