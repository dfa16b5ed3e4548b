package org.debitcredit.storage;

import java.io.IOException;
import java.nio.ByteBuffer;

/** A sequential file whose pieces are forced one by one. */
final class ForcedPieces implements SequentialFile {

    private final DataFile file;
    private long size;
    private long unforced;

    ForcedPieces(DataFile file) {
        this.file = file;
    }

    @Override
    public void append(ByteBuffer from) throws IOException {
        int length = from.remaining();
        file.write(from, size);
        size += length;
        unforced += length;
        if (unforced >= PIECE_BYTES) {
            force();
        }
    }

    @Override
    public long size() {
        return size;
    }

    @Override
    public void force() throws IOException {
        file.force();
        unforced = 0;
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
