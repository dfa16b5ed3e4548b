package org.debitcredit.journal.chronicle;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.debitcredit.journal.DocumentSource;
import org.debitcredit.journal.JournalSource;

/**
 * The epochs in a directory of {@link ChronicleJournal}, for reading only. Queues that are not epochs yet, or no
 * longer, have other names and are skipped.
 */
public final class ChronicleEpochs implements JournalSource {

    /** A number with more digits is not an epoch number, and might not fit into a long. */
    private static final Pattern NAME = Pattern.compile("epoch-(\\d{6,18})");

    private static final int CHUNK_BYTES = 1 << 20;

    private final Path directory;

    public ChronicleEpochs(Path directory) {
        this.directory = directory;
    }

    @Override
    public List<Long> epochs() throws IOException {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.map(entry -> NAME.matcher(entry.getFileName().toString()))
                    .filter(Matcher::matches)
                    .map(name -> Long.valueOf(name.group(1)))
                    .sorted()
                    .toList();
        }
    }

    @Override
    public DocumentSource read(long epoch) throws IOException {
        return ChronicleEpochSource.open(queue(epoch));
    }

    /**
     * How far the files of an epoch were written, in total: up to the last byte that is not zero, plus at most a
     * mebibyte. A queue's file is longer than that, because it ends with zeros written ahead and a hole.
     */
    long writtenBytes(long epoch) throws IOException {
        long bytes = 0;
        try (Stream<Path> files = Files.list(queue(epoch))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                bytes += writtenBytes(file);
            }
        }
        return bytes;
    }

    private static long writtenBytes(Path file) throws IOException {
        ByteBuffer chunk = ByteBuffer.allocateDirect(CHUNK_BYTES);
        ByteBuffer zeros = ByteBuffer.allocateDirect(CHUNK_BYTES);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            for (long end = channel.size(); end > 0; end -= CHUNK_BYTES) {
                long from = Math.max(0, end - CHUNK_BYTES);
                chunk.clear().limit((int) (end - from));
                while (chunk.hasRemaining() && channel.read(chunk, from + chunk.position()) >= 0) {
                    continue;
                }
                if (chunk.flip().mismatch(zeros.clear().limit(chunk.limit())) >= 0) {
                    return end;
                }
            }
            return 0;
        }
    }

    /** The directory of an epoch's queue. */
    Path queue(long epoch) {
        return directory.resolve(String.format(Locale.ROOT, "epoch-%06d", epoch));
    }
}
