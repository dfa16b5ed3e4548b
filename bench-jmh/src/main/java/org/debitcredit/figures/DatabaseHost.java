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

    /** Sets whether commits wait for the disk, on a server where this is no setting of the connection. */
    default void commitsWait(boolean isAsked) throws IOException {}

    /** Largest number of connections that is worth trying. */
    int connectionsMax();

    @Override
    void close() throws IOException;
}
