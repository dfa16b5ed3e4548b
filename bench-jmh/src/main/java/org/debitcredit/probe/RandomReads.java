package org.debitcredit.probe;

import com.sun.nio.file.ExtendedOpenOption;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.SplittableRandom;

/** Reads 4 KiB from a random place of a file, one at a time: what a disk with heads does as random seeks. */
final class RandomReads implements Operation {

    /** As bonnie's "04k" of the article; also the unit of offsets. */
    static final int READ_BYTES = 4 * 1024;

    private final FileChannel file;
    private final boolean direct;
    private final ByteBuffer buffer;
    private final long places;
    private final Cell cell = new Cell();
    private final SplittableRandom random = new SplittableRandom(4);

    private RandomReads(FileChannel file, boolean direct) throws IOException {
        this.file = file;
        this.direct = direct;
        this.buffer = ByteBuffer.allocateDirect(2 * READ_BYTES)
                .alignedSlice(READ_BYTES)
                .limit(READ_BYTES)
                .slice();
        this.places = file.size() / READ_BYTES;
    }

    /** Opens the file past the page cache, or through it where its file system allows nothing else. */
    static RandomReads open(Path path) throws IOException {
        try {
            RandomReads direct =
                    new RandomReads(FileChannel.open(path, StandardOpenOption.READ, ExtendedOpenOption.DIRECT), true);
            return direct.works() ? direct : cached(path);
        } catch (IOException | UnsupportedOperationException refused) {
            return cached(path);
        }
    }

    private static RandomReads cached(Path path) throws IOException {
        return new RandomReads(FileChannel.open(path, StandardOpenOption.READ), false);
    }

    /** Whether direct reads of our size can be made; a file system with larger blocks refuses them only now. */
    private boolean works() throws IOException {
        try {
            run();
            return true;
        } catch (IOException refused) {
            file.close();
            return false;
        }
    }

    void round(Slice slice, ProbeProgress progress) throws IOException {
        progress.at("random reads");
        cell.add(slice.bout(this));
    }

    SeekRow row() {
        return new SeekRow(direct, places * READ_BYTES, cell.measured());
    }

    @Override
    public void run() throws IOException {
        buffer.clear();
        long at = random.nextLong(places) * READ_BYTES;
        while (buffer.hasRemaining()) {
            if (file.read(buffer, at + buffer.position()) < 0) {
                throw new EOFException("file ended at " + at);
            }
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
