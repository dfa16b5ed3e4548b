package org.debitcredit.figures;

import java.io.IOException;

/** Where databases for a run are made. */
interface DatabaseHost extends AutoCloseable {

    /** Of the product, for people. */
    String name();

    /** What it was told, as Markdown. */
    String settings();

    /** A new, empty database; answers its JDBC URL. */
    String create(String database) throws IOException;

    /** Who opens it; empty where nobody is asked. */
    String user();

    /** Whether commits wait for the disk, where the server decides that and not the connection. */
    default void commitsWait(boolean isAsked) throws IOException {}

    /** Most connections worth trying. */
    int connectionsMax();

    @Override
    void close() throws IOException;
}
