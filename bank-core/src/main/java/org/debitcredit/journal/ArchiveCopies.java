package org.debitcredit.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.zip.CRC32C;
import org.debitcredit.storage.Closeables;
import org.jspecify.annotations.Nullable;

/**
 * The archives of one bank on several media. An epoch is read from one of them, and from a document on that is damaged
 * or cannot be read there, from another one.
 */
public final class ArchiveCopies implements JournalSource {

    private final List<EpochArchive> archives;
    private final Consumer<String> damages;

    /** @param damages receives each damage for which another copy is read, in words */
    public ArchiveCopies(List<EpochArchive> archives, Consumer<String> damages) {
        this.archives = List.copyOf(archives);
        this.damages = damages;
    }

    @Override
    public List<Long> epochs() throws IOException {
        TreeSet<Long> numbers = new TreeSet<>();
        for (EpochArchive archive : archives) {
            numbers.addAll(archive.epochs());
        }
        return List.copyOf(numbers);
    }

    @Override
    public DocumentSource read(long epoch) throws IOException {
        List<ArchivedDocuments> copies = new ArrayList<>();
        IOException failure = null;
        for (EpochArchive archive : archives) {
            try {
                copies.add(archive.read(epoch));
            } catch (IOException e) {
                failure = failure == null || failure instanceof NoSuchFileException ? e : failure;
            }
        }
        if (copies.isEmpty()) {
            throw failure == null ? new NoSuchFileException("epoch " + epoch) : failure;
        }
        if (copies.size() == 1) {
            return copies.get(0);
        }
        // A copy that was cut off looks complete up to there.
        copies.sort(Comparator.comparingLong(ArchivedDocuments::size).reversed());
        return new Documents(copies, damages);
    }

    @Override
    public boolean link(long epoch, EpochArchive to) throws IOException {
        for (EpochArchive archive : archives) {
            if (archive.link(epoch, to)) {
                return true;
            }
        }
        return false;
    }

    /** The documents of one epoch, of which there are several copies. */
    private static final class Documents implements DocumentSource {

        private final List<ArchivedDocuments> opened;
        private final Deque<ArchivedDocuments> others;
        private final Consumer<String> damages;
        private final CRC32C crc = new CRC32C();
        private ArchivedDocuments current;
        private int delivered;

        Documents(List<ArchivedDocuments> copies, Consumer<String> damages) {
            this.opened = copies;
            this.others = new ArrayDeque<>(copies);
            this.current = others.remove();
            this.damages = damages;
        }

        @Override
        public @Nullable ByteBuffer next() throws IOException {
            ByteBuffer document = null;
            IOException failure = null;
            try {
                document = current.next();
                if (document == null ? current.endsBlank() : DocumentLayout.isIntact(document, crc)) {
                    delivered++;
                    return document;
                }
            } catch (IOException e) {
                failure = e;
            }
            String place = current.place();
            while (!others.isEmpty()) {
                ArchivedDocuments other = others.remove();
                ByteBuffer intact = sameOf(other);
                if (intact != null) {
                    damages.accept(place + " is damaged or cannot be read; the epoch was read from " + other.place());
                    current = other;
                    delivered++;
                    return intact;
                }
            }
            if (failure != null) {
                throw failure;
            }
            delivered++;
            return document;
        }

        /** The document of another copy with the same number; null if it is not intact there. */
        private @Nullable ByteBuffer sameOf(ArchivedDocuments other) {
            try {
                for (int i = 0; i < delivered; i++) {
                    if (other.next() == null) {
                        return null;
                    }
                }
                ByteBuffer document = other.next();
                return document != null && DocumentLayout.isIntact(document, crc) ? document : null;
            } catch (IOException unreadable) {
                return null;
            }
        }

        @Override
        public boolean endsBlank() {
            return current.endsBlank();
        }

        @Override
        public boolean anyLater(Predicate<ByteBuffer> test) throws IOException {
            return current.anyLater(test);
        }

        @Override
        public String place() {
            return current.place();
        }

        @Override
        public void close() throws IOException {
            Closeables.closeAll(opened);
        }
    }
}
