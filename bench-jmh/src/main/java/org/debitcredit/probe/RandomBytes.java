package org.debitcredit.probe;

import java.nio.ByteBuffer;
import java.util.SplittableRandom;

/** Fills blocks with bytes that no file system or disk can compress or recognise. */
final class RandomBytes {

    private RandomBytes() {}

    /** A direct block of random content; the same for the same seed. */
    static ByteBuffer block(int bytes, long seed) {
        byte[] content = new byte[bytes];
        new SplittableRandom(seed).nextBytes(content);
        return ByteBuffer.allocateDirect(bytes).put(content).clear();
    }
}
