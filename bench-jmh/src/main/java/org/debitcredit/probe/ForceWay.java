package org.debitcredit.probe;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/** A way to write a block and force it to the medium. */
public enum ForceWay {
    /**
     * {@code FileChannel.write} + {@code force(false)} over a file written once before: blocks are allocated already.
     */
    FDATASYNC_OVERWRITING("write + fdatasync, overwriting"),
    /** The same at the end of a file: each force also commits the file's new length and blocks. */
    FDATASYNC_GROWING("write + fdatasync, growing"),
    /** {@code MappedByteBuffer.force(range)} over a file written once before. */
    MSYNC_OVERWRITING("mmap + msync, overwriting"),
    /** The same in a file whose blocks are allocated as they are written. */
    MSYNC_GROWING("mmap + msync, growing");

    private final String words;

    ForceWay(String words) {
        this.words = words;
    }

    boolean grows() {
        return this == FDATASYNC_GROWING || this == MSYNC_GROWING;
    }

    /**
     * Opens it.
     *
     * @param prepared the file to overwrite
     * @param fresh where a growing file is made
     */
    Operation open(Path prepared, Path fresh, ByteBuffer block) throws IOException {
        return switch (this) {
            case FDATASYNC_OVERWRITING -> ChannelBlocks.circling(prepared, block);
            case FDATASYNC_GROWING -> ChannelBlocks.growing(fresh, block);
            case MSYNC_OVERWRITING -> MappedBlocks.circling(prepared, block);
            case MSYNC_GROWING -> MappedBlocks.growing(fresh, block);
        };
    }

    /** In words for a table. */
    @Override
    public String toString() {
        return words;
    }
}
