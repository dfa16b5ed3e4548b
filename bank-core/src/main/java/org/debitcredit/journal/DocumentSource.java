package org.debitcredit.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The documents of one epoch as the medium delivers them, in order, unchecked. */
public interface DocumentSource extends AutoCloseable {

    /** The next document, or null where the medium shows no further one. The buffer is valid until the next call. */
    @Nullable
    ByteBuffer next() throws IOException;

    /**
     * Discards data that was read ahead, because the medium may hold more now. For readers that follow an epoch while
     * it is written.
     */
    default void refresh() throws IOException {}

    /**
     * Whether there is nothing at the place of the next document, once {@link #next} has delivered the last one.
     * Otherwise a document there was torn or damaged.
     */
    boolean endsBlank() throws IOException;

    /**
     * Whether the raw bytes after the last document that {@link #next} delivered contain another one that satisfies the
     * test, at any distance. The medium's own framing is not trusted for this.
     */
    boolean anyLater(Predicate<ByteBuffer> test) throws IOException;

    /** The place of the last delivered document, for messages: file and offset. */
    String place();

    @Override
    void close() throws IOException;
}
