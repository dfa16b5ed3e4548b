package org.debitcredit.probe;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Writes blocks in sequence by positional writes, each forced with fdatasync. */
final class ChannelBlocks implements Operation {

    private final FileChannel file;
    private final ByteBuffer block;
    private final long circleBytes;
    private long at;

    /**
     * Overwrites a prepared file in rotation.
     *
     * @param block written from its start to its end each time
     */
    static ChannelBlocks circling(Path prepared, ByteBuffer block) throws IOException {
        FileChannel file = FileChannel.open(prepared, StandardOpenOption.WRITE);
        return new ChannelBlocks(file, block, file.size());
    }

    /** Makes a file longer with each block. */
    static ChannelBlocks growing(Path file, ByteBuffer block) throws IOException {
        return new ChannelBlocks(
                FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), block, Long.MAX_VALUE);
    }

    private ChannelBlocks(FileChannel file, ByteBuffer block, long circleBytes) {
        this.file = file;
        this.block = block;
        this.circleBytes = circleBytes;
    }

    @Override
    public void run() throws IOException {
        block.clear();
        if (circleBytes - at < block.capacity()) {
            at = 0;
        }
        while (block.hasRemaining()) {
            at += file.write(block, at);
        }
        file.force(false);
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
