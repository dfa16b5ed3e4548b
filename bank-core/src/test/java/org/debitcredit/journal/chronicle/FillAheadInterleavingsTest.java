package org.debitcredit.journal.chronicle;

import static org.debitcredit.Interleavings.join;
import static org.debitcredit.Interleavings.require;
import static org.debitcredit.Interleavings.start;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import org.debitcredit.Interleavings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The writer writes only where there are zeros, no zeros come where it has written, and both end at the close. */
@Timeout(120)
class FillAheadInterleavingsTest {

    private static final int CHUNK = FillAhead.CHUNK_BYTES;

    @Test
    void zeros_and_documents_never_meet() {
        Interleavings.tryOut(() -> {
            Ends ends = new Ends();
            FillAhead filler = new FillAhead(ends, 0, CHUNK);
            Thread filling = start(filler);
            for (int document = 1; document <= 2; document++) {
                write(filler, ends, (long) document * CHUNK);
            }
            filler.close();
            join(filling);
            require(!ends.isOpen(), "the file is left open");
            require(!ends.met, "zeros were written over a document");
        });
    }

    @Test
    void whoever_waits_when_it_is_closed_waits_no_longer() {
        Interleavings.tryOut(() -> {
            Ends ends = new Ends();
            FillAhead filler = new FillAhead(ends, 0, CHUNK);
            Thread filling = start(filler);
            Thread closing = start(filler::close);
            try {
                filler.awaitFilled(2L * CHUNK);
                require(ends.forced >= 2L * CHUNK, "nothing is filled there");
            } catch (IOException closed) {
                require("the journal is closed".equals(closed.getMessage()), closed.getMessage());
            }
            join(filling, closing);
        });
    }

    private static void write(FillAhead filler, Ends ends, long end) {
        try {
            filler.awaitFilled(end);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        require(ends.forced >= end, "the writer is let to " + end + ", zeros are durable to " + ends.forced);
        ends.documents = end;
        filler.written(end);
    }

    /** A file of which nothing is kept but where its parts end: thousands are written in a second. */
    private static final class Ends extends FileChannel {
        private volatile long documents;
        private volatile long zeros;
        private volatile long forced;
        private volatile boolean met;

        @Override
        public int write(ByteBuffer source, long position) {
            met |= position < documents;
            int length = source.remaining();
            zeros = position + length;
            source.position(source.limit());
            return length;
        }

        @Override
        public void force(boolean metaData) {
            forced = zeros;
        }

        @Override
        protected void implCloseChannel() {}

        @Override
        public int read(ByteBuffer target) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long read(ByteBuffer[] targets, int offset, int length) {
            throw new UnsupportedOperationException();
        }

        @Override
        public int write(ByteBuffer source) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long write(ByteBuffer[] sources, int offset, int length) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long position() {
            throw new UnsupportedOperationException();
        }

        @Override
        public FileChannel position(long newPosition) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long size() {
            throw new UnsupportedOperationException();
        }

        @Override
        public FileChannel truncate(long size) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long transferTo(long position, long count, WritableByteChannel target) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long transferFrom(ReadableByteChannel source, long position, long count) {
            throw new UnsupportedOperationException();
        }

        @Override
        public int read(ByteBuffer target, long position) {
            throw new UnsupportedOperationException();
        }

        @Override
        public MappedByteBuffer map(MapMode mode, long position, long size) {
            throw new UnsupportedOperationException();
        }

        @Override
        public FileLock lock(long position, long size, boolean shared) {
            throw new UnsupportedOperationException();
        }

        @Override
        public FileLock tryLock(long position, long size, boolean shared) {
            throw new UnsupportedOperationException();
        }
    }
}
