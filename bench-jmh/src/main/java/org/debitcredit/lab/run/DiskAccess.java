package org.debitcredit.lab.run;

import com.sun.nio.file.ExtendedOpenOption;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * What one access of 4 KiB at a random place takes on a disk that does nothing else.
 *
 * @param readNanos of a read
 * @param writeNanos of a write that is not forced
 * @param flushNanos by which a forced write takes longer
 */
public record DiskAccess(double readNanos, double writeNanos, double flushNanos) {

    private static final int BLOCK_BYTES = 4 << 10;
    private static final int CHUNK_BYTES = 1 << 20;
    private static final int CHUNKS_MIN = 4;
    private static final int CHUNKS_MAX = 64;
    private static final long FILL_NANOS_MAX = 1_000_000_000;
    private static final int ACCESSES_MAX = 500;
    private static final long ACCESS_NANOS_MAX = 300_000_000;

    /** Whether a forced write takes most of its time for the flush. */
    boolean isMostlyFlush() {
        return flushNanos > writeNanos;
    }

    private interface Access {
        void run() throws IOException;
    }

    /**
     * Measures it in a directory, for two seconds or three accesses at most, and deletes its file.
     *
     * @param leftovers remove the file if this process is stopped meanwhile
     * @return medians; empty if the file system allows no access past the page cache
     */
    static Optional<DiskAccess> probed(Path directory, Leftovers leftovers) throws IOException {
        Path path = leftovers.make(
                () -> Files.createTempFile(directory, "lab-", ".disk"), made -> () -> Files.deleteIfExists(made));
        try (FileChannel filled = FileChannel.open(path, StandardOpenOption.WRITE)) {
            long blocks = fill(filled) / BLOCK_BYTES;
            try (FileChannel file = FileChannel.open(
                    path, StandardOpenOption.READ, StandardOpenOption.WRITE, ExtendedOpenOption.DIRECT)) {
                return Optional.of(of(file, blocks));
            } catch (IOException | UnsupportedOperationException refused) {
                return Optional.empty();
            }
        } finally {
            Files.deleteIfExists(path);
        }
    }

    /** Writes the file and forces it, so that nothing is left to be written back. */
    private static long fill(FileChannel file) throws IOException {
        SplittableRandom random = new SplittableRandom(1);
        byte[] bytes = new byte[CHUNK_BYTES];
        long begun = System.nanoTime();
        int chunks = 0;
        while (chunks < CHUNKS_MIN || chunks < CHUNKS_MAX && System.nanoTime() - begun < FILL_NANOS_MAX) {
            random.nextBytes(bytes);
            ByteBuffer chunk = ByteBuffer.wrap(bytes);
            while (chunk.hasRemaining()) {
                file.write(chunk);
            }
            file.force(true);
            chunks++;
        }
        return (long) chunks * CHUNK_BYTES;
    }

    private static DiskAccess of(FileChannel file, long blocks) throws IOException {
        SplittableRandom random = new SplittableRandom(2);
        ByteBuffer block = ByteBuffer.allocateDirect(2 * BLOCK_BYTES)
                .alignedSlice(BLOCK_BYTES)
                .limit(BLOCK_BYTES)
                .slice();
        double read = medianNanos(() -> {
            if (file.read(block.clear(), random.nextLong(blocks) * BLOCK_BYTES) < BLOCK_BYTES) {
                throw new EOFException("the probed file is shorter than it was");
            }
        });
        double write = medianNanos(() -> file.write(block.clear(), random.nextLong(blocks) * BLOCK_BYTES));
        double forced = medianNanos(() -> {
            file.write(block.clear(), random.nextLong(blocks) * BLOCK_BYTES);
            file.force(false);
        });
        return new DiskAccess(read, write, Math.max(0, forced - write));
    }

    private static double medianNanos(Access access) throws IOException {
        long[] nanos = new long[ACCESSES_MAX];
        int count = 0;
        long begun = System.nanoTime();
        while (count == 0 || count < ACCESSES_MAX && System.nanoTime() - begun < ACCESS_NANOS_MAX) {
            long from = System.nanoTime();
            access.run();
            nanos[count++] = System.nanoTime() - from;
        }
        Arrays.sort(nanos, 0, count);
        return nanos[count / 2];
    }
}
