package org.debitcredit.probe;

import java.io.Closeable;
import java.io.IOException;

/**
 * An operation that is repeated and timed: a write and its force, a read, or a group of the journal. Used by one
 * thread.
 */
interface Operation extends Closeable {

    void run() throws IOException;

    @Override
    default void close() throws IOException {}
}
