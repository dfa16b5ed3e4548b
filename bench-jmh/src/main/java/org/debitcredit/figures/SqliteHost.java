package org.debitcredit.figures;

import java.io.IOException;
import org.debitcredit.bench.ScratchDirectory;

/** SQLite's databases: files in a directory that is deleted on close. */
final class SqliteHost implements DatabaseHost {

    private final ScratchDirectory scratch;

    SqliteHost(Sitting sitting) throws IOException {
        scratch = new ScratchDirectory(sitting.scratch().toAbsolutePath());
    }

    @Override
    public String name() {
        return "SQLite";
    }

    @Override
    public String settings() {
        return "`journal_mode=WAL synchronous=FULL`, NORMAL under the journal";
    }

    @Override
    public String create(String database) {
        return "jdbc:sqlite:" + scratch.path().resolve(database + ".sqlite");
    }

    @Override
    public String user() {
        return "";
    }

    /** 1, because SQLite has only one writer at a time. */
    @Override
    public int connectionsMax() {
        return 1;
    }

    @Override
    public void close() throws IOException {
        scratch.close();
    }
}
