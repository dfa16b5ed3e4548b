package org.debitcredit.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.zip.CRC32C;
import org.debitcredit.storage.Closeables;
import org.jspecify.annotations.Nullable;

/**
 * The archives of one bank on several media. An epoch is read from one of them. From the first document that is damaged
 * or cannot be read there, it is read from another one.
 */
public final class ArchiveCopies implements JournalSource {

    private final List<EpochArchive> archives;
    private final JoinedEpochs joined;
    private final Consumer<String> damages;

    /** @param damages receives each damage for which another copy is read, in words */
    public ArchiveCopies(List<EpochArchive> archives, Consumer<String> damages) {
        this.archives = List.copyOf(archives);
        this.joined = new JoinedEpochs(List.copyOf(archives));
        this.damages = damages;
    }

    @Override
    public List<Long> epochs() throws IOException {
        return joined.epochs();
    }

    @Override
    public DocumentSource read(long epoch) throws IOException {
        List<ArchivedDocuments> copies = new ArrayList<>();
        IOException failure = null;
        for (EpochArchive archive : archives) {
            try {
                copies.add(archive.open(epoch));
            } catch (NoSuchFileException notHere) {
                failure = failure == null ? notHere : failure;
            } catch (IOException e) {
                failure = e;
            }
        }
        if (copies.isEmpty()) {
            throw failure == null ? new NoSuchFileException("epoch " + epoch) : failure;
        }
        if (failure != null && !(failure instanceof NoSuchFileException)) {
            damages.accept(
                    failure + "; the epoch was read from " + copies.get(0).place());
        }
        if (copies.size() == 1) {
            return copies.get(0);
        }
        // A copy that was cut off looks complete up to there.
        copies.sort(Comparator.comparingLong(ArchivedDocuments::size).reversed());
        ArchivedDocuments longest = copies.get(0);
        for (ArchivedDocuments copy : copies) {
            if (copy.size() < longest.size()) {
                damages.accept(copy.place() + " is cut off: it has " + copy.size() + " bytes; the epoch was read from "
                        + longest.place() + ", of " + longest.size() + " bytes");
            }
        }
        return new Documents(copies, damages);
    }

    @Override
    public boolean link(long epoch, EpochArchive to) throws IOException {
        return joined.link(epoch, to);
    }

    /** The documents of one epoch, of which there are several copies. */
    private static final class Documents implements DocumentSource {

        private final List<Copy> copies;
        private final Consumer<String> damages;
        private final CRC32C crc = new CRC32C();
        /** Of the longest copy. */
        private final long bytes;

        private Copy current;
        private int delivered;

        /** One of the copies, and how many of its documents have been read. */
        private static final class Copy implements AutoCloseable {

            private final ArchivedDocuments documents;
            private int read;

            Copy(ArchivedDocuments documents) {
                this.documents = documents;
            }

            /** The document with a number, counted from 0; null if it, or one before it, does not begin intact. */
            @Nullable
            ByteBuffer document(int number) throws IOException {
                ByteBuffer document = null;
                while (read <= number) {
                    document = documents.next();
                    if (document == null) {
                        return null;
                    }
                    read++;
                }
                return document;
            }

            String place() {
                return documents.place();
            }

            @Override
            public void close() throws IOException {
                documents.close();
            }
        }

        /** @param opened the longest first */
        Documents(List<ArchivedDocuments> opened, Consumer<String> damages) {
            this.copies = opened.stream().map(Copy::new).toList();
            this.current = copies.get(0);
            this.bytes = opened.get(0).size();
            this.damages = damages;
        }

        @Override
        public @Nullable ByteBuffer next() throws IOException {
            ByteBuffer document = null;
            IOException failure = null;
            try {
                document = current.document(delivered);
                if (document == null ? isEnd() : isNext(document)) {
                    delivered++;
                    return document;
                }
            } catch (IOException e) {
                failure = e;
            }
            ByteBuffer intact = ofAnother();
            if (intact == null && failure != null) {
                throw failure;
            }
            delivered++;
            return intact == null ? document : intact;
        }

        private boolean isEnd() {
            return current.documents.endsBlank() && current.documents.size() == bytes;
        }

        private boolean isNext(ByteBuffer document) {
            return DocumentLayout.isIntact(document, crc)
                    && document.getLong(DocumentLayout.SEQUENCE_AT) == delivered + 1;
        }

        /** The same document of another copy, which is read from now on; null if it is intact nowhere. */
        private @Nullable ByteBuffer ofAnother() {
            Copy damaged = current;
            for (Copy other : copies) {
                ByteBuffer document = other == damaged ? null : intact(other);
                if (document != null) {
                    damages.accept(damaged.place() + " is damaged or cannot be read; the epoch was read from "
                            + other.place());
                    current = other;
                    return document;
                }
            }
            return null;
        }

        private @Nullable ByteBuffer intact(Copy other) {
            try {
                ByteBuffer document = other.document(delivered);
                return document != null && isNext(document) ? document : null;
            } catch (IOException unreadable) {
                return null;
            }
        }

        @Override
        public boolean endsBlank() {
            return current.documents.endsBlank();
        }

        @Override
        public boolean anyLater(Predicate<ByteBuffer> test) throws IOException {
            return current.documents.anyLater(test);
        }

        @Override
        public String place() {
            return current.place();
        }

        @Override
        public void close() throws IOException {
            Closeables.closeAll(copies);
        }
    }
}
