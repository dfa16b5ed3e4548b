package org.debitcredit.probe;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Copies blocks in sequence into a mapped file, each forced with msync of just its range. */
final class MappedBlocks implements Operation {

    /** A growing file is mapped, and so made longer, in pieces of this size; a multiple of every block. */
    private static final int PIECE_BYTES = 16 << 20;

    private final FileChannel file;
    private final ByteBuffer block;
    private final boolean grows;
    private MappedByteBuffer piece;
    private long pieceAt;
    private int at;

    /** Overwrites a prepared file in rotation. */
    static MappedBlocks circling(Path prepared, ByteBuffer block) throws IOException {
        FileChannel file = FileChannel.open(prepared, StandardOpenOption.READ, StandardOpenOption.WRITE);
        return new MappedBlocks(file, block, false, Math.toIntExact(file.size()));
    }

    /** Makes a file longer piece by piece; what is in a piece is allocated only as it is written. */
    static MappedBlocks growing(Path path, ByteBuffer block) throws IOException {
        FileChannel file = FileChannel.open(
                path, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);
        return new MappedBlocks(file, block, true, PIECE_BYTES);
    }

    private MappedBlocks(FileChannel file, ByteBuffer block, boolean grows, int pieceBytes) throws IOException {
        this.file = file;
        this.block = block;
        this.grows = grows;
        this.piece = file.map(FileChannel.MapMode.READ_WRITE, 0, pieceBytes);
    }

    @Override
    public void run() throws IOException {
        block.clear();
        int bytes = block.capacity();
        if (piece.capacity() - at < bytes) {
            at = 0;
            if (grows) {
                pieceAt += PIECE_BYTES;
                piece = file.map(FileChannel.MapMode.READ_WRITE, pieceAt, PIECE_BYTES);
            }
        }
        try {
            piece.put(at, block, 0, bytes);
        } catch (InternalError e) {
            throw new IOException("writing a mapped file failed; is the disk full?", e);
        }
        piece.force(at, bytes);
        at += bytes;
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
