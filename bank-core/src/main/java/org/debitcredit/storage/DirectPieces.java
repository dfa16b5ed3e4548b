package org.debitcredit.storage;

import com.sun.nio.file.ExtendedOpenOption;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A sequential file whose pieces go to the medium directly, past the page cache ({@code O_DIRECT}). So nothing has to
 * be forced before its end. A force of a file that grows commits the file system's own journal, for which the forces of
 * other files wait.
 *
 * <p>A direct write consists of whole blocks. So the last piece is padded, and the file is then cut to its size.
 */
final class DirectPieces implements SequentialFile {

    private static final Set<OpenOption> OPTIONS =
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, ExtendedOpenOption.DIRECT);

    /** No block is larger: a buffer that is aligned to this is aligned to all. */
    private static final int BLOCK_BYTES_MAX = 64 << 10;

    /**
     * A buffer for the next file. Memory outside the heap is freed by collections, which a bank that makes no garbage
     * seldom has.
     */
    private static final AtomicReference<@Nullable ByteBuffer> SPARE = new AtomicReference<>();

    private final FileChannel channel;
    private final int blockBytes;
    private final ByteBuffer piece;
    private long size;
    /** Bytes of the pieces that are full. */
    private long written;

    private boolean isClosed;

    private DirectPieces(FileChannel channel, int blockBytes, ByteBuffer piece) {
        this.channel = channel;
        this.blockBytes = blockBytes;
        this.piece = piece;
    }

    /**
     * Creates a file; returns null, and leaves nothing, if the file system does not take direct writes.
     *
     * @throws FileAlreadyExistsException when there is one of that name
     */
    static @Nullable DirectPieces create(Path path) throws IOException {
        if (Files.exists(path)) {
            throw new FileAlreadyExistsException(path.toString());
        }
        long blockBytes = blockBytes(path);
        if (blockBytes <= 0 || BLOCK_BYTES_MAX % blockBytes != 0) {
            return null;
        }
        // Before anything is opened, because there may be no memory for it.
        ByteBuffer piece = buffer();
        FileChannel channel = null;
        try {
            channel = FileChannel.open(path, OPTIONS, OwnerOnly.file());
            DirectPieces file = new DirectPieces(channel, (int) blockBytes, piece);
            file.writeFirstBlock();
            return file;
        } catch (IOException | UnsupportedOperationException impossible) {
            SPARE.set(piece);
            if (channel == null && impossible instanceof FileAlreadyExistsException exists) {
                throw exists;
            }
            // Nothing of it is left. If the medium has failed, the next way to write the file meets that again.
            if (channel != null) {
                channel.close();
            }
            Files.deleteIfExists(path);
            return null;
        }
    }

    /** Length of the file system's blocks; 0 if unknown, because some containers do not show it. */
    private static long blockBytes(Path path) {
        try {
            return Files.getFileStore(path.resolveSibling(".")).getBlockSize();
        } catch (IOException | UnsupportedOperationException unknown) {
            return 0;
        }
    }

    private static ByteBuffer buffer() {
        ByteBuffer spare = SPARE.getAndSet(null);
        return spare == null
                ? ByteBuffer.allocateDirect(PIECE_BYTES + BLOCK_BYTES_MAX)
                        .alignedSlice(BLOCK_BYTES_MAX)
                        .slice(0, PIECE_BYTES)
                : spare.clear();
    }

    /** Some file systems accept the option, and then refuse the writes. */
    private void writeFirstBlock() throws IOException {
        channel.write(piece.limit(blockBytes), 0);
        piece.clear();
    }

    @Override
    public void append(ByteBuffer from) throws IOException {
        while (from.hasRemaining()) {
            int length = Math.min(piece.remaining(), from.remaining());
            piece.put(from.slice().limit(length));
            from.position(from.position() + length);
            size += length;
            if (!piece.hasRemaining()) {
                write();
                written += PIECE_BYTES;
                piece.clear();
            }
        }
    }

    private void write() throws IOException {
        piece.flip();
        while (piece.hasRemaining()) {
            channel.write(piece, written + piece.position());
        }
    }

    @Override
    public long size() {
        return size;
    }

    @Override
    public void force() throws IOException {
        if (size > written) {
            while (piece.position() % blockBytes != 0) {
                piece.put((byte) 0);
            }
            write();
        }
        channel.truncate(size);
        channel.force(false);
    }

    @Override
    public void close() throws IOException {
        if (!isClosed) {
            isClosed = true;
            SPARE.set(piece);
            channel.close();
        }
    }
}
