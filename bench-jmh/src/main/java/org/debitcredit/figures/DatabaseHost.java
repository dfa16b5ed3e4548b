package org.debitcredit.figures;

import java.io.IOException;

/** A server on which databases for a run are created. */
interface DatabaseHost extends AutoCloseable {

    /** Name of the product. */
    String name();

    /** Its settings, as Markdown. */
    String settings();

    /** Creates a new, empty database and returns its JDBC URL. */
    String create(String database) throws IOException;

    /** Its user; empty if none is needed. */
    String user();

    /** Whether commits wait for the disk, where the server decides that and not the connection. */
    default void commitsWait(boolean isAsked) throws IOException {}

    /** Most connections worth trying. */
    int connectionsMax();

    @Override
    void close() throws IOException;
}
