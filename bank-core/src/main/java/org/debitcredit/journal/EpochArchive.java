package org.debitcredit.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;
import org.debitcredit.storage.DataFile;
import org.debitcredit.storage.Folder;
import org.debitcredit.storage.SequentialFile;
import org.jspecify.annotations.Nullable;

/**
 * Epochs that are kept for reading only: history that recovery no longer needs, or a backup. There is one file for
 * each. Its format is the same for every kind of journal, and it is published only when complete.
 *
 * <pre>
 *   epoch-000007:  [document][pad to 8][document][pad to 8] ... end of file
 * </pre>
 */
public final class EpochArchive implements JournalSource {

    /** A number with more digits is not an epoch number, and might not fit into a long. */
    private static final Pattern NAME = Pattern.compile("epoch-(\\d{6,18})");

    private static final String UNFINISHED = ".unfinished";

    private final Folder folder;
    /** Sizes by number; null before they were first requested. */
    private @Nullable NavigableMap<Long, Long> bytes;

    public EpochArchive(Folder folder) {
        this.folder = folder;
    }

    /** Its directory. */
    public Folder folder() {
        return folder;
    }

    @Override
    public List<Long> epochs() throws IOException {
        return folder.names().stream()
                .map(NAME::matcher)
                .filter(Matcher::matches)
                .map(name -> Long.valueOf(name.group(1)))
                .sorted()
                .toList();
    }

    /** Number of bytes of all epochs. */
    public long bytes() throws IOException {
        return bytesBefore(Long.MAX_VALUE);
    }

    /**
     * Number of bytes of the epochs before one. The size of each is read once and counts as long as the epoch exists.
     *
     * @param end number of the first epoch that does not count
     */
    public long bytesBefore(long end) throws IOException {
        NavigableMap<Long, Long> sizes = sizes();
        sizes.keySet().retainAll(Set.copyOf(epochs()));
        return sum(sizes.headMap(end));
    }

    /**
     * The same without a look at the folder, for frequent use: at least as many, because it does not notice that
     * somebody moved an epoch away.
     */
    public long bytesAtMostBefore(long end) throws IOException {
        return sum(sizes().headMap(end));
    }

    private static long sum(Map<Long, Long> sizes) {
        long sum = 0;
        for (long each : sizes.values()) {
            sum += each;
        }
        return sum;
    }

    private synchronized NavigableMap<Long, Long> sizes() throws IOException {
        NavigableMap<Long, Long> known = bytes;
        if (known == null) {
            known = new ConcurrentSkipListMap<>();
            for (long epoch : epochs()) {
                try (DataFile file = folder.open(name(epoch))) {
                    known.put(epoch, file.size());
                }
            }
            bytes = known;
        }
        return known;
    }

    @Override
    public DocumentSource read(long epoch) throws IOException {
        return open(epoch);
    }

    ArchivedDocuments open(long epoch) throws IOException {
        return new ArchivedDocuments(folder.open(name(epoch)), folder.place(name(epoch)));
    }

    /**
     * Keeps a copy of an epoch, up to its child's cut; it is durable on return. An epoch that is already kept is not
     * changed.
     *
     * @param from where it is now
     * @param index its place in the history
     * @param through position after which nothing is copied
     * @param pieceCopied is called after each {@value SequentialFile#PIECE_BYTES} bytes
     * @return position of the last transaction that was copied; if it is already kept, nothing is copied, and this is
     *     the position before the epoch
     * @throws JournalDamage if it is damaged before its child's cut
     */
    public long keep(JournalSource from, Epochs epochs, int index, long through, Runnable pieceCopied)
            throws IOException {
        long number = epochs.number(index);
        if (isKept(number)) {
            // The file may have been named by a server that was killed before the name was durable.
            folder.force();
            return epochs.positionBefore(index);
        }
        long position;
        long length;
        EpochHeader child = index + 1 < epochs.size() ? epochs.start(index + 1).header() : null;
        String unfinished = name(number) + UNFINISHED;
        deleteIfThere(unfinished);
        try (DocumentSource source = from.read(number);
                SequentialFile file = folder.createSequential(unfinished)) {
            position = copy(source, child, through, epochs.start(index).header(), file, pieceCopied);
            length = file.size();
        } catch (IOException | RuntimeException e) {
            deleteAfter(e, unfinished);
            throw e;
        }
        folder.rename(unfinished, name(number));
        sizes().put(number, length);
        folder.force();
        return position;
    }

    @Override
    public boolean link(long epoch, EpochArchive to) throws IOException {
        String name = name(epoch);
        if (!folder.names().contains(name) || !folder.link(name, to.folder)) {
            return false;
        }
        to.folder.force();
        try (DataFile file = to.folder.open(name)) {
            to.sizes().put(epoch, file.size());
        }
        return true;
    }

    /**
     * Checks an epoch of this archive, up to its child's cut.
     *
     * @param index its place in the history, where it has a child
     * @param pieceRead is called after each {@value SequentialFile#PIECE_BYTES} bytes
     * @return position of its last transaction
     * @throws JournalDamage if it is damaged before that
     */
    public long check(Epochs epochs, int index, Runnable pieceRead) throws IOException {
        EpochHeader child = epochs.start(index + 1).header();
        try (DocumentSource source = read(epochs.number(index))) {
            return copy(source, child, Long.MAX_VALUE, epochs.start(index).header(), null, pieceRead);
        }
    }

    /** An incomplete file must not stay on a full disk. */
    private void deleteAfter(Exception failure, String unfinished) {
        try {
            deleteIfThere(unfinished);
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
    }

    /** Looks at this file only: an archive may have a million files, and one is added every second. */
    private boolean isKept(long epoch) throws IOException {
        try {
            folder.open(name(epoch)).close();
            return true;
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    private void deleteIfThere(String unfinished) throws IOException {
        try {
            folder.delete(unfinished);
        } catch (NoSuchFileException usual) {
            // Only a crash leaves one.
        }
    }

    /** @param file that the documents are written to; null if they are only checked */
    private static long copy(
            DocumentSource source,
            @Nullable EpochHeader child,
            long through,
            EpochHeader header,
            @Nullable SequentialFile file,
            Runnable pieceCopied)
            throws IOException {
        long cut = child == null ? Long.MAX_VALUE : child.parentSequence();
        CRC32C crc = new CRC32C();
        long position = header.parentPosition();
        long at = 0;
        long inPiece = 0;
        ByteBuffer padding = ByteBuffer.allocate(ArchivedDocuments.ALIGNMENT);
        for (long sequence = 1; sequence <= cut; sequence++) {
            ByteBuffer document = source.next();
            if (document == null
                    || !DocumentLayout.isIntact(document, crc)
                    || !DocumentLayout.getUuid(document, DocumentLayout.EPOCH_AT)
                            .equals(header.epoch())
                    || document.getLong(DocumentLayout.SEQUENCE_AT) != sequence) {
                if (child != null && !(sequence == cut && child.repeatsParentBatch())) {
                    throw new JournalDamage(
                            source.place() + ", document " + sequence + " (after position " + position
                                    + ") is damaged, and the next epoch continues from document " + cut
                                    + ". The epoch is not copied",
                            position);
                }
                break;
            }
            DocumentLayout.requireKnown(document, source);
            if (lastPosition(document, position) > through) {
                break;
            }
            int length = document.getInt(DocumentLayout.LENGTH_AT);
            position = lastPosition(document, position);
            int pad = (int) (ArchivedDocuments.aligned(at + length) - (at + length));
            if (file != null) {
                file.append(document.limit(length));
                file.append(padding.clear().limit(pad));
            }
            at += length + pad;
            inPiece += length + pad;
            if (inPiece >= SequentialFile.PIECE_BYTES) {
                inPiece = 0;
                pieceCopied.run();
            }
        }
        if (file != null) {
            file.force();
        }
        return position;
    }

    private static long lastPosition(ByteBuffer document, long before) {
        return document.getShort(DocumentLayout.KIND_AT) == DocumentLayout.KIND_BATCH
                ? document.getLong(DocumentLayout.FIRST_POSITION_AT) + document.getInt(DocumentLayout.COUNT_AT) - 1
                : before;
    }

    /**
     * Copies to an archive the missing epochs from another one. They are durable on return.
     *
     * @param from archive of the same bank
     */
    public static void copyMissing(EpochArchive from, EpochArchive to) throws IOException {
        List<Long> there = to.epochs();
        for (long number : from.epochs()) {
            if (!there.contains(number)) {
                copy(from.folder, to.folder, name(number));
            }
        }
        to.folder.force();
    }

    private static void copy(Folder from, Folder to, String name) throws IOException {
        String unfinished = name + UNFINISHED;
        if (to.names().contains(unfinished)) {
            to.delete(unfinished);
        }
        ByteBuffer chunk = ByteBuffer.allocate(SequentialFile.PIECE_BYTES);
        try (DataFile source = from.open(name);
                SequentialFile file = to.createSequential(unfinished)) {
            long size = source.size();
            for (long at = 0; at < size; at += chunk.capacity()) {
                if (!source.readFully(chunk.clear().limit((int) Math.min(chunk.capacity(), size - at)), at)) {
                    throw new IOException(from.place(name) + " became shorter while it was being copied");
                }
                file.append(chunk.flip());
            }
            file.force();
        }
        to.rename(unfinished, name);
        to.force();
    }

    /** Deletes from an archive the epochs before the oldest one of another archive; none if that is empty. */
    public static void deleteSurplus(EpochArchive from, EpochArchive to) throws IOException {
        List<Long> there = from.epochs();
        if (!there.isEmpty()) {
            to.removeThrough(there.get(0) - 1);
        }
    }

    /**
     * Deletes the epochs up to this one, the oldest first, so that after a crash the remaining ones are still an
     * unbroken sequence.
     */
    public void removeThrough(long epoch) throws IOException {
        for (long number : epochs()) {
            if (number <= epoch) {
                remove(number);
            }
        }
    }

    /** Deletes an epoch. */
    public void remove(long epoch) throws IOException {
        folder.delete(name(epoch));
        folder.force();
        sizes().remove(epoch);
    }

    private static String name(long epoch) {
        return String.format(Locale.ROOT, "epoch-%06d", epoch);
    }
}
