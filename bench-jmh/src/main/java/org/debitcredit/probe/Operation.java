package org.debitcredit.probe;

import java.io.Closeable;
import java.io.IOException;

/** What is done again and again and timed: a write and its sync, a read, a group of the journal. One thread. */
interface Operation extends Closeable {

    void run() throws IOException;

    @Override
    default void close() throws IOException {}
}
