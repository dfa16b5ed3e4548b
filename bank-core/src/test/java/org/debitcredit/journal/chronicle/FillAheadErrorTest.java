package org.debitcredit.journal.chronicle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * An {@link Error} in the thread that writes zeros ahead: the writer that waits for it throws, and the file is closed.
 */
@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class FillAheadErrorTest {

    @ParameterizedTest
    @ValueSource(strings = {"write", "force"})
    void a_writer_that_waits_for_zeros_is_woken_by_an_error_of_whoever_writes_them(String call) throws Exception {
        for (int number = 1; number <= 3; number++) {
            DyingChannel file = new DyingChannel(call, number);
            FillAhead filler = new FillAhead(file, 0, FillAhead.CHUNK_BYTES);
            Thread thread = new Thread(filler);
            thread.start();
            assertThatThrownBy(() -> filler.awaitFilled(3L * FillAhead.CHUNK_BYTES))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("cannot grow: java.lang.OutOfMemoryError: planted in " + call);
            filler.close();
            thread.join();
            assertThat(file.isOpen()).isFalse();
        }
    }

    /** Accepts writes, and fails at the n-th call of one kind. */
    private static final class DyingChannel extends FileChannel {
        private final String dying;
        private int callsLeft;

        DyingChannel(String dying, int call) {
            this.dying = dying;
            this.callsLeft = call;
        }

        private void call(String name) {
            if (name.equals(dying) && --callsLeft == 0) {
                throw new OutOfMemoryError("planted in " + name);
            }
        }

        @Override
        public int write(ByteBuffer from, long position) {
            call("write");
            int length = from.remaining();
            from.position(from.limit());
            return length;
        }

        @Override
        public void force(boolean metaData) {
            call("force");
        }

        @Override
        protected void implCloseChannel() {
            // nothing is held
        }

        private static UnsupportedOperationException unused() {
            return new UnsupportedOperationException("the filler only writes by position");
        }

        @Override
        public int read(ByteBuffer into) {
            throw unused();
        }

        @Override
        public long read(ByteBuffer[] into, int offset, int length) {
            throw unused();
        }

        @Override
        public int write(ByteBuffer from) {
            throw unused();
        }

        @Override
        public long write(ByteBuffer[] from, int offset, int length) {
            throw unused();
        }

        @Override
        public long position() {
            throw unused();
        }

        @Override
        public FileChannel position(long newPosition) {
            throw unused();
        }

        @Override
        public long size() {
            throw unused();
        }

        @Override
        public FileChannel truncate(long size) {
            throw unused();
        }

        @Override
        public long transferTo(long position, long count, WritableByteChannel target) {
            throw unused();
        }

        @Override
        public long transferFrom(ReadableByteChannel source, long position, long count) {
            throw unused();
        }

        @Override
        public int read(ByteBuffer into, long position) {
            throw unused();
        }

        @Override
        public MappedByteBuffer map(MapMode mode, long position, long size) {
            throw unused();
        }

        @Override
        public FileLock lock(long position, long size, boolean shared) {
            throw unused();
        }

        @Override
        public FileLock tryLock(long position, long size, boolean shared) {
            throw unused();
        }
    }
}
