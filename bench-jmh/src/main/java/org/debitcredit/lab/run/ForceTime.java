package org.debitcredit.lab.run;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/**
 * The time of a force in a directory: a block of 4 KiB is overwritten and forced. This is the capacity of its disk,
 * because a virtual disk can be busy all the time and still have room.
 */
final class ForceTime {

    private static final int BLOCK_BYTES = 4 << 10;
    private static final int FORCES_MAX = 500;
    private static final long NANOS_MAX = 500_000_000;

    private ForceTime() {}

    /**
     * The median of several hundred, or of as many as half a second allows; nanoseconds.
     *
     * @param leftovers remove its file if this process is stopped meanwhile
     */
    static double medianNanos(Path directory, Leftovers leftovers) throws IOException {
        Path path = leftovers.make(
                () -> Files.createTempFile(directory, "lab-", ".force"), made -> () -> Files.deleteIfExists(made));
        try (FileChannel file = FileChannel.open(path, StandardOpenOption.WRITE)) {
            ByteBuffer block = ByteBuffer.allocateDirect(BLOCK_BYTES);
            // The first one allocates the block.
            force(file, block);
            long[] nanos = new long[FORCES_MAX];
            int count = 0;
            long begun = System.nanoTime();
            while (count == 0 || count < FORCES_MAX && System.nanoTime() - begun < NANOS_MAX) {
                nanos[count++] = force(file, block);
            }
            Arrays.sort(nanos, 0, count);
            return nanos[count / 2];
        } finally {
            Files.deleteIfExists(path);
        }
    }

    private static long force(FileChannel file, ByteBuffer block) throws IOException {
        block.clear();
        long begun = System.nanoTime();
        file.write(block, 0);
        file.force(false);
        return System.nanoTime() - begun;
    }
}
