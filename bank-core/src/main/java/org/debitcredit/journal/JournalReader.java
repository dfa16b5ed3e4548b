package org.debitcredit.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.zip.CRC32C;
import org.debitcredit.bank.BankIdentity;
import org.debitcredit.transaction.Mark;
import org.debitcredit.transaction.TransactionBatch;
import org.jspecify.annotations.Nullable;

/**
 * Reads a whole journal in order, checks every link, and finds where it ends. Each epoch is read up to the cut that its
 * child's header names. Behind the last epoch's last whole document there may be a torn one: it is cut off, unless the
 * raw bytes hold a later valid document, which proves damage.
 */
public final class JournalReader {

    /** Takes the batches of a journal in order. */
    public interface BatchVisitor {
        /**
         * One batch.
         *
         * @param mark where the bank stands after it
         */
        void batch(TransactionBatch batch, Mark mark);
    }

    private final Journal journal;
    private final BatchVisitor visitor;
    private final CRC32C crc = new CRC32C();

    private JournalTail tail = JournalTail.empty(0);

    private JournalReader(Journal journal, BatchVisitor visitor) {
        this.journal = journal;
        this.visitor = visitor;
    }

    /**
     * Reads everything.
     *
     * @throws JournalDamage if something acknowledged may be missing or changed; names file, document and position
     */
    public static JournalTail read(Journal journal, BatchVisitor visitor) throws IOException {
        return new JournalReader(journal, visitor).readEpochs();
    }

    /** The bank that the journal belongs to, from its first epoch's header; null when it holds nothing. */
    public static @Nullable BankIdentity identity(Journal journal) throws IOException {
        List<EpochStart> epochs = new JournalReader(journal, (batch, mark) -> {}).epochs(journal.epochs());
        return epochs.isEmpty() ? null : epochs.get(0).header.identity();
    }

    private record EpochStart(
            long number, EpochHeader header, @Nullable TransactionBatch parentBatch) {}

    private JournalTail readEpochs() throws IOException {
        List<Long> numbers = journal.epochs();
        tail = JournalTail.empty(numbers.isEmpty() ? 0 : numbers.get(numbers.size() - 1));
        List<EpochStart> epochs = epochs(numbers);
        for (int i = 0; i < epochs.size(); i++) {
            EpochStart start = epochs.get(i);
            checkParent(start);
            readEpoch(start, i + 1 < epochs.size() ? epochs.get(i + 1) : null);
        }
        return tail;
    }

    /** The epochs that begin whole. One that does not was never written to by a server that answered anyone. */
    private List<EpochStart> epochs(List<Long> numbers) throws IOException {
        List<EpochStart> epochs = new ArrayList<>();
        for (long number : numbers) {
            EpochStart start = start(number);
            if (start != null) {
                epochs.add(start);
            }
        }
        return epochs;
    }

    private @Nullable EpochStart start(long number) throws IOException {
        try (DocumentSource source = journal.read(number)) {
            ByteBuffer document = source.next();
            if (document == null || !isIntact(document, DocumentLayout.KIND_EPOCH_HEADER)) {
                return unbegun(number, source);
            }
            EpochHeader header = EpochHeader.decode(document);
            if (header.parentPosition() == 0) {
                return new EpochStart(number, header, null);
            }
            ByteBuffer copy = source.next();
            if (copy == null || !isIntact(copy, DocumentLayout.KIND_PARENT_BATCH)) {
                return unbegun(number, source);
            }
            return new EpochStart(number, header, BatchDocument.decode(copy));
        }
    }

    /** An epoch without its beginning is ignored, unless a batch stands in it: then the beginning is damaged. */
    private @Nullable EpochStart unbegun(long number, DocumentSource source) throws IOException {
        if (source.anyLater(raw -> isIntact(raw, DocumentLayout.KIND_BATCH))) {
            throw new JournalDamage("damaged journal: " + source.place() + ", epoch " + number
                    + ": its beginning is not what was written, yet batches stand behind it");
        }
        return null;
    }

    private boolean isIntact(ByteBuffer document, short kind) {
        return DocumentLayout.isIntact(document, crc) && document.getShort(DocumentLayout.KIND_AT) == kind;
    }

    private void checkParent(EpochStart start) {
        EpochHeader header = start.header;
        BankIdentity identity = tail.identity();
        if (identity != null && !identity.equals(header.identity())) {
            throw new JournalDamage("epoch " + start.number + " belongs to bank " + header.identity()
                    + "; the epoch before" + " it belongs to bank " + identity);
        }
        boolean fits = header.parentEpoch().equals(tail.epoch())
                && header.parentSequence() == tail.sequence()
                && header.parentPosition() == tail.position()
                && header.parentCrc() == tail.crc();
        if (!fits) {
            throw new JournalDamage("epoch " + start.number + " continues document " + header.parentSequence()
                    + " (position " + header.parentPosition() + ") of epoch " + header.parentEpoch()
                    + "; what is found before it ends at document " + tail.sequence() + " (position " + tail.position()
                    + ") of epoch " + tail.epoch());
        }
    }

    /** Reads one epoch up to the cut of its child, or to its end when it has none. */
    private void readEpoch(EpochStart start, @Nullable EpochStart child) throws IOException {
        long cutSequence = child == null ? Long.MAX_VALUE : child.header.parentSequence();
        UUID epoch = start.header.epoch();
        long sequence = 0;
        int chain = 0;
        long position = start.header.parentPosition();
        long timestamp = tail.timestampMicros();
        TransactionBatch lastBatch = start.parentBatch;
        boolean ended = false;
        int cut = 0;
        try (DocumentSource source = journal.read(start.number)) {
            while (sequence < cutSequence) {
                ByteBuffer document = source.next();
                if (document == null || !continues(document, epoch, sequence, chain)) {
                    long expected = sequence + 1;
                    if (source.anyLater(raw -> isLater(raw, epoch, expected))) {
                        throw damage(start, source, expected, position, "a later document of the epoch is intact");
                    }
                    cut = document == null ? 0 : 1;
                    break;
                }
                if (ended) {
                    throw damage(start, source, sequence + 1, position, "it stands behind the epoch's end record");
                }
                sequence++;
                chain = document.getInt(DocumentLayout.CRC_AT);
                timestamp = document.getLong(DocumentLayout.TIMESTAMP_AT);
                short kind = document.getShort(DocumentLayout.KIND_AT);
                ended = kind == DocumentLayout.KIND_EPOCH_END;
                if (kind == DocumentLayout.KIND_BATCH) {
                    lastBatch = BatchDocument.decode(document);
                    if (lastBatch.firstPosition() != position + 1) {
                        throw damage(
                                start,
                                source,
                                sequence,
                                position,
                                "it starts at position " + lastBatch.firstPosition());
                    }
                    position = lastBatch.lastPosition();
                    visitor.batch(lastBatch, new Mark(start.header.identity().id(), epoch, position, chain));
                }
            }
        }
        if (child != null
                && sequence == cutSequence - 1
                && child.parentBatch != null
                && child.parentBatch.firstPosition() == position + 1) {
            // The parent's last batch was read from the page cache and lost with it; the child holds the forced copy.
            lastBatch = child.parentBatch;
            sequence++;
            chain = child.header.parentCrc();
            position = lastBatch.lastPosition();
            timestamp = lastBatch.timestampMicros();
            visitor.batch(lastBatch, new Mark(start.header.identity().id(), epoch, position, chain));
        }
        tail = new JournalTail(
                start.header.identity(),
                tail.lastEpochNumber(),
                epoch,
                sequence,
                position,
                chain,
                timestamp,
                lastBatch,
                ended,
                tail.documentsCut() + cut);
    }

    private boolean continues(ByteBuffer document, UUID epoch, long sequence, int chain) {
        return DocumentLayout.isIntact(document, crc)
                && DocumentLayout.getUuid(document, DocumentLayout.EPOCH_AT).equals(epoch)
                && document.getLong(DocumentLayout.SEQUENCE_AT) == sequence + 1
                && document.getInt(DocumentLayout.PREVIOUS_CRC_AT) == chain;
    }

    private boolean isLater(ByteBuffer raw, UUID epoch, long sequence) {
        return DocumentLayout.isIntact(raw, crc)
                && DocumentLayout.getUuid(raw, DocumentLayout.EPOCH_AT).equals(epoch)
                && raw.getLong(DocumentLayout.SEQUENCE_AT) >= sequence;
    }

    private static JournalDamage damage(
            EpochStart start, DocumentSource source, long sequence, long position, String evidence) {
        return new JournalDamage("damaged journal: " + source.place() + ", epoch " + start.number + ", document "
                + sequence + " (after position " + position + ") is not what was written: " + evidence);
    }
}
