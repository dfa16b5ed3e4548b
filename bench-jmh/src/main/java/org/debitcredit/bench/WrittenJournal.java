package org.debitcredit.bench;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.debitcredit.journal.DocumentSource;
import org.debitcredit.journal.Journal;
import org.jspecify.annotations.Nullable;

/**
 * The log of the article: one file that grows by a system call for each write. Chronicle writes to mapped memory,
 * without a system call. This journal cannot be read back.
 */
final class WrittenJournal implements Journal {

    private final Path directory;
    private @Nullable FileChannel file;
    private volatile long bytes;

    WrittenJournal(Path directory) {
        this.directory = directory;
    }

    @Override
    public List<Long> epochs() {
        return List.of();
    }

    @Override
    public DocumentSource read(long epoch) {
        throw new UnsupportedOperationException("this journal cannot be read back");
    }

    @Override
    public void beginEpoch(long epoch) throws IOException {
        file = FileChannel.open(
                directory.resolve("log-" + epoch), StandardOpenOption.CREATE_NEW, StandardOpenOption.APPEND);
    }

    @Override
    public void append(ByteBuffer document) throws IOException {
        while (document.hasRemaining()) {
            bytes += file().write(document);
        }
    }

    @Override
    public void force() throws IOException {
        file().force(false);
    }

    @Override
    public void removeThrough(long epoch) {
        throw new UnsupportedOperationException("no epoch of this journal is removed");
    }

    @Override
    public long bytes() {
        return bytes;
    }

    @Override
    public void close() throws IOException {
        if (file != null) {
            file.close();
        }
    }

    private FileChannel file() {
        if (file == null) {
            throw new IllegalStateException("no epoch has begun");
        }
        return file;
    }
}
