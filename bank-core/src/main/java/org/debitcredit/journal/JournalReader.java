package org.debitcredit.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.UUID;
import java.util.zip.CRC32C;
import org.debitcredit.bank.BankIdentity;
import org.debitcredit.transaction.LogPosition;
import org.debitcredit.transaction.TransactionBatch;
import org.jspecify.annotations.Nullable;

/**
 * Reads a journal in order, checks every link, and finds where it ends. Each epoch is read up to the cut that its
 * child's header names. After the last complete document of the last epoch there may be a torn one. It is cut off,
 * unless the raw bytes contain a later valid document, which proves damage.
 */
public final class JournalReader {

    /** Receives the batches of a journal in order. */
    public interface BatchVisitor {
        /**
         * One batch.
         *
         * @param batch valid until the next call
         * @param logPosition the bank's log position after it
         */
        void batch(TransactionBatch batch, LogPosition logPosition);

        /**
         * An epoch begins.
         *
         * @param logPosition the bank's log position at that point
         */
        default void epochBegins(LogPosition logPosition) {}

        /**
         * The first epoch that is read continues another one, which is not read.
         *
         * @param end where that one ended
         */
        default void beginsAfter(LogPosition end) {}

        /** Whether nothing more is needed. Reading then ends, and later documents are not read. */
        default boolean isDone() {
            return false;
        }
    }

    private final JournalSource journal;
    private final Epochs epochs;
    private final BatchVisitor visitor;
    private final CRC32C crc = new CRC32C();
    private TransactionBatch batch = new TransactionBatch(0);

    private UUID epoch = LogPosition.NO_EPOCH;
    private long sequence;
    private int chain;
    private long position;
    private long timestampMicros;
    private @Nullable TransactionBatch lastBatch;
    private boolean ended = true;
    private boolean takesReferences;
    private int documentsCut;
    /** The place at which reading the latest epoch ended before its child's cut; empty if it did not. */
    private String endedAt = "";

    private JournalReader(JournalSource journal, Epochs epochs, BatchVisitor visitor) {
        this.journal = journal;
        this.epochs = epochs;
        this.visitor = visitor;
    }

    /**
     * Reads everything there is.
     *
     * @throws JournalDamage if something acknowledged may be missing or changed; names file, document and position
     */
    public static JournalTail read(JournalSource journal, BatchVisitor visitor) throws IOException {
        return read(journal, Epochs.of(journal), 0, visitor);
    }

    /**
     * Reads from the beginning of an epoch, to the end or until the visitor is done.
     *
     * @param from place of the epoch among those of the history
     * @return where reading ended
     * @throws JournalDamage if something acknowledged may be missing or changed in what is read
     */
    public static JournalTail read(JournalSource journal, Epochs epochs, int from, BatchVisitor visitor)
            throws IOException {
        JournalReader reader = new JournalReader(journal, epochs, visitor);
        reader.readEpochs(from);
        return reader.tail(false);
    }

    /**
     * Reads from the beginning of an epoch up to a damage that an operator knows and accepts. Everything after it is
     * discarded.
     *
     * @param epochs read with losses accepted
     * @param from place of the epoch among those of the history
     * @param position of the last transaction before the damage, as the refusal named it
     * @throws JournalDamage if the damage is elsewhere
     */
    public static JournalTail readAcceptingLoss(
            JournalSource journal, Epochs epochs, int from, long position, BatchVisitor visitor) throws IOException {
        JournalReader reader = new JournalReader(journal, epochs, visitor);
        JournalDamage damage = epochs.passedOver();
        try {
            reader.readEpochs(from);
        } catch (JournalDamage nearer) {
            damage = nearer;
        }
        if (damage != null && reader.position != position) {
            throw new JournalDamage(
                    damage.getMessage() + "; the last good position is " + reader.position
                            + ", but the loss was accepted after position " + position,
                    reader.position);
        }
        return reader.tail(damage != null);
    }

    /**
     * The first damage of a journal in which an epoch is missing, with the position before it, which is found only by
     * reading.
     *
     * @param missing what {@link Epochs} said
     */
    public static JournalDamage locate(JournalSource journal, JournalDamage missing) throws IOException {
        JournalReader reader = new JournalReader(journal, Epochs.of(journal, true), (batch, logPosition) -> {});
        try {
            reader.readEpochs(0);
        } catch (JournalDamage nearer) {
            return nearer;
        }
        return new JournalDamage(
                missing.getMessage() + "; the last good position is " + reader.position, reader.position);
    }

    private JournalTail tail(boolean lossAccepted) {
        return new JournalTail(
                epochs.identity(),
                epochs.lastNumber(),
                epoch,
                sequence,
                position,
                chain,
                timestampMicros,
                lastBatch,
                ended,
                documentsCut,
                lossAccepted,
                takesReferences);
    }

    private void readEpochs(int from) throws IOException {
        if (from == 0 && !epochs.isEmpty() && !epochs.start(0).header().lossAccepted()) {
            // Epochs are removed as a whole, so batches without their epoch's beginning are damage.
            for (long number : epochs.unbegunBefore()) {
                checkUnbegun(number);
            }
        }
        for (int i = from; i < epochs.size(); i++) {
            Epochs.Start start = epochs.start(i);
            if (i == from) {
                standBefore(start);
            } else {
                checkParent(start);
            }
            readEpoch(start, i + 1 < epochs.size() ? epochs.start(i + 1) : null);
            if (visitor.isDone()) {
                return;
            }
        }
        for (long number : epochs.unbegun()) {
            checkUnbegun(number);
        }
    }

    /** The state before the first epoch that is read is taken from its header. */
    private void standBefore(Epochs.Start start) {
        EpochHeader header = start.header();
        epoch = header.parentEpoch();
        sequence = header.parentSequence();
        position = header.parentPosition();
        chain = header.parentCrc();
        visitor.beginsAfter(logPosition());
    }

    private void checkParent(Epochs.Start start) {
        EpochHeader header = start.header();
        BankIdentity identity = epochs.identity();
        if (!header.identity().equals(identity)) {
            throw new JournalDamage(
                    "epoch " + start.number() + " belongs to bank " + header.identity()
                            + "; the journal begins with bank " + identity,
                    position);
        }
        boolean fits = header.parentEpoch().equals(epoch)
                && header.parentSequence() == sequence
                && header.parentPosition() == position
                && header.parentCrc() == chain;
        if (!fits) {
            throw new JournalDamage(
                    "damaged journal: epoch " + start.number() + " continues document " + header.parentSequence()
                            + " (position " + header.parentPosition() + ") of epoch " + header.parentEpoch()
                            + ", but the epoch found before it ends at document " + sequence + " (position " + position
                            + ") of epoch " + epoch + endedAt,
                    position);
        }
    }

    /** Reads one epoch up to the cut of its child, or to its end when it has none. */
    private void readEpoch(Epochs.Start start, Epochs.@Nullable Start child) throws IOException {
        epoch = start.header().epoch();
        sequence = 0;
        chain = 0;
        lastBatch = null;
        takesReferences |= start.header().takesReferences();
        ended = false;
        endedAt = "";
        long cut = child == null ? Long.MAX_VALUE : child.header().parentSequence();
        try (DocumentSource source = journal.read(start.number())) {
            while (sequence < cut && !visitor.isDone()) {
                ByteBuffer document = source.next();
                if (document == null && ended) {
                    break;
                }
                if (document == null || !continues(document, source)) {
                    long expected = sequence + 1;
                    if (source.anyLater(raw -> isLater(raw, expected))) {
                        throw damage(start, source, expected, "a later document of the epoch is intact");
                    }
                    documentsCut += document == null && source.endsBlank() ? 0 : 1;
                    endedAt = ", " + source.place();
                    break;
                }
                if (ended) {
                    throw damage(start, source, sequence + 1, "it follows the epoch's end record");
                }
                take(document, start, source);
            }
        }
        if (child != null && sequence == cut - 1 && !visitor.isDone()) {
            takeFromChild(child);
        }
    }

    private void take(ByteBuffer document, Epochs.Start start, DocumentSource source) {
        short kind = document.getShort(DocumentLayout.KIND_AT);
        long firstPosition = document.getLong(DocumentLayout.FIRST_POSITION_AT);
        if (kind == DocumentLayout.KIND_BATCH && firstPosition != position + 1) {
            throw damage(start, source, sequence + 1, "it starts at position " + firstPosition);
        }
        sequence++;
        chain = document.getInt(DocumentLayout.CRC_AT);
        timestampMicros = Math.max(timestampMicros, document.getLong(DocumentLayout.TIMESTAMP_AT));
        ended = kind == DocumentLayout.KIND_EPOCH_END;
        if (kind == DocumentLayout.KIND_BATCH) {
            batch = BatchDocument.decode(document, batch);
            took(batch);
        } else if (kind == DocumentLayout.KIND_PARENT_BATCH) {
            lastBatch = BatchDocument.decode(document);
        }
        if (sequence == start.documentsOfBeginning()) {
            visitor.epochBegins(logPosition());
        }
    }

    /** The parent's last batch was read from the page cache and lost with it. The child has the forced copy. */
    private void takeFromChild(Epochs.Start child) throws IOException {
        TransactionBatch copy = child.readParentBatch(journal);
        if (copy == null || copy.firstPosition() != position + 1) {
            return;
        }
        sequence++;
        chain = child.header().parentCrc();
        timestampMicros = Math.max(timestampMicros, copy.timestampMicros());
        took(copy);
    }

    private void took(TransactionBatch taken) {
        lastBatch = taken;
        position = taken.lastPosition();
        visitor.batch(taken, logPosition());
    }

    private LogPosition logPosition() {
        return new LogPosition(bank(), epoch, position, chain);
    }

    private UUID bank() {
        BankIdentity identity = epochs.identity();
        return identity == null ? LogPosition.NO_EPOCH : identity.id();
    }

    private boolean continues(ByteBuffer document, DocumentSource source) {
        return DocumentLayout.continues(document, source, crc, epoch, sequence, chain);
    }

    private boolean isLater(ByteBuffer raw, long expected) {
        return DocumentLayout.isIntact(raw, crc)
                && DocumentLayout.getUuid(raw, DocumentLayout.EPOCH_AT).equals(epoch)
                && raw.getLong(DocumentLayout.SEQUENCE_AT) >= expected;
    }

    /** If an epoch has no beginning, either no server that answered a request ever wrote to it, or it is damaged. */
    private void checkUnbegun(long number) throws IOException {
        try (DocumentSource source = journal.read(number)) {
            source.next();
            if (source.anyLater(this::isBatchAfterTheEnd)) {
                throw new JournalDamage(
                        "damaged journal: " + source.place() + ", epoch " + number
                                + ": its beginning is damaged, but batches follow it (after position "
                                + position + ")",
                        position);
            }
        }
    }

    private boolean isBatchAfterTheEnd(ByteBuffer raw) {
        return DocumentLayout.isIntact(raw, crc)
                && raw.getShort(DocumentLayout.KIND_AT) == DocumentLayout.KIND_BATCH
                && raw.getLong(DocumentLayout.FIRST_POSITION_AT) > position;
    }

    private JournalDamage damage(Epochs.Start start, DocumentSource source, long document, String evidence) {
        return new JournalDamage(
                "damaged journal: " + source.place() + ", epoch " + start.number() + ", document " + document
                        + " (after position " + position + ") is damaged: " + evidence,
                position);
    }
}
