package org.debitcredit.bench;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** Measures the disk itself: overwrites and forces 4 KiB of a separate file ten times a second. */
final class ForceProbe implements AutoCloseable {

    private static final int BLOCK_BYTES = 4 << 10;
    private static final long GAP_NANOS = 100_000_000;

    private final FileChannel file;
    private final ByteBuffer block = ByteBuffer.allocateDirect(BLOCK_BYTES);
    private final AtomicLong longestNanos = new AtomicLong();
    private final Thread thread = new Thread(this::run, "force-probe");
    private volatile boolean closed;
    private volatile boolean failed;

    ForceProbe(Path file) throws IOException {
        this.file = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        thread.setDaemon(true);
        force();
        thread.start();
    }

    private void run() {
        try {
            while (!closed) {
                long begun = System.nanoTime();
                force();
                long took = System.nanoTime() - begun;
                longestNanos.accumulateAndGet(took, Math::max);
                LockSupport.parkNanos(GAP_NANOS - took);
            }
        } catch (IOException e) {
            failed = true;
        }
    }

    private void force() throws IOException {
        block.clear();
        file.write(block, 0);
        file.force(false);
    }

    /** The longest write and force since the last call, in microseconds. */
    long takeLongestMicros() {
        if (failed) {
            throw new IllegalStateException("the probe's file cannot be written or forced");
        }
        return longestNanos.getAndSet(0) / 1_000;
    }

    @Override
    public void close() throws IOException {
        closed = true;
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        file.close();
    }
}
