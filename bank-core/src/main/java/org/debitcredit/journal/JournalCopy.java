package org.debitcredit.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * Copies a journal's history, document by document, into an empty journal of either kind. Everything after a cut is
 * left out.
 */
public final class JournalCopy {

    private static final long FORCE_BYTES = 4 << 20;

    private final JournalSource from;
    private final Journal to;
    private final CRC32C crc = new CRC32C();
    private ByteBuffer document = DocumentLayout.allocate(1 << 20);

    private JournalCopy(JournalSource from, Journal to) {
        this.from = from;
        this.to = to;
    }

    /** Copies everything; it is durable on return. */
    public static void copy(JournalSource from, Journal to) throws IOException {
        JournalCopy copy = new JournalCopy(from, to);
        Epochs epochs = Epochs.of(from);
        for (int index = 0; index < epochs.size(); index++) {
            long cut =
                    index + 1 < epochs.size() ? epochs.start(index + 1).header().parentSequence() : Long.MAX_VALUE;
            copy.copyEpoch(epochs.start(index), cut);
        }
    }

    private void copyEpoch(Epochs.Start start, long cut) throws IOException {
        to.beginEpoch(start.number());
        long unforced = 0;
        int chain = 0;
        try (DocumentSource source = from.read(start.number())) {
            for (long sequence = 1; sequence <= cut; sequence++) {
                ByteBuffer found = source.next();
                if (found == null
                        || !DocumentLayout.continues(
                                found, source, crc, start.header().epoch(), sequence - 1, chain)) {
                    break;
                }
                chain = found.getInt(DocumentLayout.CRC_AT);
                to.append(own(found));
                unforced += found.limit();
                if (unforced >= FORCE_BYTES) {
                    to.force();
                    unforced = 0;
                }
            }
        }
        to.force();
        // Otherwise a copy of many short epochs would need more room than they take.
        to.shortenEnded();
    }

    /** Journals accept documents only in a buffer like the writer's. */
    private ByteBuffer own(ByteBuffer found) {
        if (document.capacity() < found.limit()) {
            document = DocumentLayout.allocate(found.limit());
        }
        document.clear();
        document.put(found.duplicate().position(0));
        return document.flip();
    }
}
