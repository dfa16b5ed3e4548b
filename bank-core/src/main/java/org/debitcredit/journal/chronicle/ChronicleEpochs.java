package org.debitcredit.journal.chronicle;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.debitcredit.journal.DocumentLayout;
import org.debitcredit.journal.DocumentSource;
import org.debitcredit.journal.JournalSource;
import org.debitcredit.storage.DataFile;
import org.debitcredit.storage.DiskFolder;
import org.debitcredit.storage.DurableFiles;
import org.debitcredit.storage.Folder;
import org.debitcredit.storage.MediumWatch;

/**
 * The epochs in a directory of {@link ChronicleJournal}, for reading only. Queues that are not epochs yet, or no
 * longer, have other names and are skipped.
 */
public final class ChronicleEpochs implements JournalSource {

    /** A number with more digits is not an epoch number, and might not fit into a long. */
    private static final Pattern NAME = Pattern.compile("epoch-(\\d{6,18})");

    private static final int CHUNK_BYTES = 1 << 20;

    /** Zeros at the end of a file for which it is worth shortening. */
    private static final int SURPLUS_LEAST = 64 << 10;

    /** Bytes of frames that a file may have to be shortened, so that a start does not read large epochs. */
    private static final long FRAMES_MOST = 16 << 20;

    /** Files are shortened to a multiple of this, at least four bytes after their last frame. */
    private static final int BLOCK_BYTES = 4096;

    /**
     * At most this is written between two forces: the header of an epoch, a batch, and the pages of Chronicle's index
     * among them.
     */
    private static final long UNFORCED_MOST = 3L * DocumentLayout.DOCUMENT_BYTES_MAX;

    private final Path directory;
    private final MediumWatch watch;

    public ChronicleEpochs(Path directory) {
        this(directory, MediumWatch.NONE);
    }

    /** The same, watched. */
    public ChronicleEpochs(Path directory, MediumWatch watch) {
        this.directory = directory;
        this.watch = watch;
    }

    @Override
    public List<Long> epochs() throws IOException {
        return watch.during("listing it", directory, this::numbers);
    }

    private List<Long> numbers() throws IOException {
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
        return ChronicleEpochSource.open(queue(epoch), watch);
    }

    /**
     * How far the files of an epoch were written, in total: up to the last byte that is not zero, plus at most a
     * mebibyte. If the frames end in the first mebibyte, and it has only zeros after them, nothing later is read. A
     * queue's file is longer than that, because it ends with zeros written ahead and a hole.
     */
    long writtenBytes(long epoch) throws IOException {
        long bytes = 0;
        Folder queue = DiskFolder.forReading(queue(epoch), watch);
        for (String name : queue.names()) {
            bytes += writtenBytes(queue, name);
        }
        return bytes;
    }

    private static long writtenBytes(Folder queue, String name) throws IOException {
        ByteBuffer chunk = ByteBuffer.allocateDirect(CHUNK_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        ByteBuffer zeros = ByteBuffer.allocateDirect(CHUNK_BYTES);
        try (DataFile file = queue.open(name)) {
            // Most files end within their first chunk, and their zeros and their hole take much longer to read.
            chunk.limit((int) Math.min(CHUNK_BYTES, file.size()));
            file.readFully(chunk, 0);
            int framesEnd = ChronicleEpochSource.endWithin(chunk.flip());
            if (framesEnd >= 0 && isBlank(chunk.position(framesEnd), zeros)) {
                return chunk.limit();
            }
            for (long end = file.size(); end > 0; end -= CHUNK_BYTES) {
                long from = Math.max(0, end - CHUNK_BYTES);
                chunk.clear().limit((int) (end - from));
                file.readFully(chunk, from);
                if (!isBlank(chunk.flip(), zeros)) {
                    return end;
                }
            }
            return 0;
        }
    }

    /**
     * Gives the zeros after the last document of an epoch back to the disk, which is durable once the file is forced.
     * They were written ahead, and no queue that has ended is appended to again. A file stays as it is if it has
     * anything but zeros after its frames, or if these take more than {@value #FRAMES_MOST} bytes.
     *
     * @param pause taken after each piece that is cut off
     * @return whether more than its end was read
     */
    boolean shorten(long epoch, Runnable pause) throws IOException {
        Folder queue = DiskFolder.forReading(queue(epoch), watch);
        for (String name : queue.names()) {
            if (name.endsWith(".cq4") && endsWithZeros(queue, name)) {
                return shorten(epoch, name, pause);
            }
        }
        return false;
    }

    private static boolean endsWithZeros(Folder queue, String name) throws IOException {
        try (DataFile file = queue.open(name)) {
            ByteBuffer end = ByteBuffer.allocate(SURPLUS_LEAST);
            return file.size() >= SURPLUS_LEAST
                    && file.readFully(end, file.size() - SURPLUS_LEAST)
                    && isBlank(end.flip(), ByteBuffer.allocate(SURPLUS_LEAST));
        }
    }

    private boolean shorten(long epoch, String name, Runnable pause) throws IOException {
        long blankFrom;
        try (ChronicleEpochSource source = ChronicleEpochSource.open(queue(epoch), watch)) {
            blankFrom = source.blankFrom(FRAMES_MOST);
        }
        if (blankFrom < 0) {
            return true;
        }
        // A zero stays after the last frame, as everywhere else.
        long length = (blankFrom / BLOCK_BYTES + 1) * BLOCK_BYTES;
        watch.requireNotAbandoned();
        try (FileChannel file = FileChannel.open(queue(epoch).resolve(name), StandardOpenOption.WRITE)) {
            DurableFiles.shortenInPieces(file, length, pause);
        }
        return true;
    }

    /**
     * Writes the end of an epoch's files again, with what they contain: everything that one force could have covered.
     * It is durable once the files are forced.
     */
    void rewriteEnd(long epoch) throws IOException {
        Folder queue = DiskFolder.open(queue(epoch), watch);
        for (String name : queue.names()) {
            long end = writtenBytes(queue, name);
            watch.requireNotAbandoned();
            try (DataFile file = queue.open(name)) {
                file.rewrite(Math.max(0, end - UNFORCED_MOST), end);
            }
        }
    }

    private static boolean isBlank(ByteBuffer rest, ByteBuffer zeros) {
        return rest.mismatch(zeros.clear().limit(rest.remaining())) < 0;
    }

    /** The directory of an epoch's queue. */
    Path queue(long epoch) {
        return directory.resolve(String.format(Locale.ROOT, "epoch-%06d", epoch));
    }
}
