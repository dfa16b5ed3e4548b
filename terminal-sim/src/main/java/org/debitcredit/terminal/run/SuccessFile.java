package org.debitcredit.terminal.run;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.UUID;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.function.Consumer;
import org.debitcredit.console.FailureText;
import org.debitcredit.terminal.console.RunFailure;
import org.jspecify.annotations.Nullable;

/**
 * The answers that the terminals received, in order of arrival: a record of {@value #RECORD_BYTES} bytes for each
 * answer to a request with a key. Its numbers are big-endian: the key, 16 bytes, then when the answer came, its
 * position, and its balance, 8 bytes each. A background thread writes; any thread may add.
 */
public final class SuccessFile implements Closeable {

    /** Size of one record. */
    public static final int RECORD_BYTES = 40;

    /** The balance of an answer that refused. */
    public static final long REFUSED = Long.MIN_VALUE;

    /**
     * One answer.
     *
     * @param answeredMillis since the epoch
     * @param balanceMinor {@link #REFUSED} for a refusal
     */
    public record Entry(UUID key, long answeredMillis, long position, long balanceMinor) {}

    private static final int BLOCK_RECORDS = 1_024;
    private static final int BLOCKS = 64;

    private final Path file;
    private final BlockingQueue<ByteBuffer> full = new ArrayBlockingQueue<>(BLOCKS + 1);
    private final BlockingQueue<ByteBuffer> empty = new ArrayBlockingQueue<>(BLOCKS);
    private final Thread writer;
    private volatile @Nullable IOException failure;
    private ByteBuffer current = block();
    private boolean closed;

    /** Creates the file, or overwrites it. */
    public SuccessFile(Path file) throws IOException {
        this.file = file;
        for (int i = 1; i < BLOCKS; i++) {
            empty.add(block());
        }
        FileChannel channel = FileChannel.open(
                file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING);
        writer = new Thread(() -> write(channel), "success-file");
        writer.setDaemon(true);
        writer.start();
    }

    private static ByteBuffer block() {
        return ByteBuffer.allocateDirect(BLOCK_RECORDS * RECORD_BYTES);
    }

    /** Adds an answer. Waits while the disk is slower than the answers. */
    public synchronized void add(UUID key, long answeredMillis, long position, long balanceMinor) {
        if (closed) {
            throw new IllegalStateException(file + " is closed");
        }
        current.putLong(key.getMostSignificantBits())
                .putLong(key.getLeastSignificantBits())
                .putLong(answeredMillis)
                .putLong(position)
                .putLong(balanceMinor);
        if (!current.hasRemaining()) {
            full.add(current.flip());
            current = take(empty);
        }
    }

    private static ByteBuffer take(BlockingQueue<ByteBuffer> from) {
        try {
            return from.take();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new RunFailure("interrupted while writing the success file", interrupted);
        }
    }

    private void write(FileChannel channel) {
        try (channel) {
            for (ByteBuffer block = take(full); block.hasRemaining(); block = take(full)) {
                writeAll(channel, block);
                empty.add(block.clear());
            }
        } catch (IOException unwritable) {
            failure = unwritable;
        }
    }

    /** Drops a block that cannot be written, so that the terminals do not wait for it; {@link #close} then throws. */
    private void writeAll(FileChannel channel, ByteBuffer block) {
        try {
            while (failure == null && block.hasRemaining()) {
                channel.write(block);
            }
        } catch (IOException unwritable) {
            failure = unwritable;
        }
    }

    /** Why it could not be written; null if it could. */
    @Nullable
    IOException failure() {
        return failure;
    }

    /**
     * Writes what was added, and closes the file.
     *
     * @throws IOException when any part could not be written
     */
    @Override
    public void close() throws IOException {
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
            ByteBuffer rest = current.flip();
            if (rest.hasRemaining()) {
                full.add(rest);
            }
            // A block without a record ends the thread.
            full.add(ByteBuffer.allocate(0));
        }
        try {
            writer.join();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted before " + file + " was written", interrupted);
        }
        if (failure != null) {
            throw new IOException(file + " could not be written: " + FailureText.of(failure), failure);
        }
    }

    /**
     * Reads a file, one answer at a time.
     *
     * @throws UncheckedIOException when it cannot be read, or ends within a record
     */
    public static void read(Path file, Consumer<Entry> reader) {
        try (DataInputStream records =
                new DataInputStream(new BufferedInputStream(Files.newInputStream(file), 1 << 16))) {
            byte[] bytes = new byte[RECORD_BYTES];
            for (int read = records.readNBytes(bytes, 0, RECORD_BYTES);
                    read > 0;
                    read = records.readNBytes(bytes, 0, RECORD_BYTES)) {
                if (read < RECORD_BYTES) {
                    throw new EOFException(file + " ends with " + read + " bytes of a record of " + RECORD_BYTES);
                }
                reader.accept(entry(ByteBuffer.wrap(bytes)));
            }
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** How many answers a file has. */
    public static long answers(Path file) {
        try {
            return Files.size(file) / RECORD_BYTES;
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /**
     * Reads some of the answers of a file.
     *
     * @param numbers of them, from 0
     * @throws UncheckedIOException when it cannot be read, or has no such answer
     */
    public static void read(Path file, long[] numbers, Consumer<Entry> reader) {
        try (FileChannel records = FileChannel.open(file, StandardOpenOption.READ)) {
            for (long number : numbers) {
                ByteBuffer record = ByteBuffer.allocate(RECORD_BYTES);
                while (record.hasRemaining()) {
                    if (records.read(record, number * RECORD_BYTES + record.position()) < 0) {
                        throw new EOFException(file + " has no answer " + number);
                    }
                }
                reader.accept(entry(record.flip()));
            }
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static Entry entry(ByteBuffer record) {
        UUID key = new UUID(record.getLong(), record.getLong());
        return new Entry(key, record.getLong(), record.getLong(), record.getLong());
    }
}
