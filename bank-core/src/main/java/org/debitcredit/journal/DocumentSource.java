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
     * Forgets what was read ahead: the medium may hold more now. For one who follows an epoch while it is written.
     */
    default void refresh() throws IOException {}

    /**
     * Whether nothing stands where the next document would, once {@link #next} has delivered the last one. Otherwise
     * one was torn, or damaged, there.
     */
    boolean endsBlank() throws IOException;

    /**
     * Whether the raw bytes behind the last document that {@link #next} delivered hold another one that satisfies the
     * test, at any distance. The medium's own framing is not trusted for that.
     */
    boolean anyLater(Predicate<ByteBuffer> test) throws IOException;

    /** Where the last delivered document stands, for messages: file and offset. */
    String place();

    @Override
    void close() throws IOException;
}
