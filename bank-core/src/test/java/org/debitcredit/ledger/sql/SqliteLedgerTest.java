package org.debitcredit.ledger.sql;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.io.TempDir;

/** The ledger contract on SQLite in a file. */
class SqliteLedgerTest extends SqlLedgerContract {

    @TempDir
    Path directory;

    @Override
    protected SqlDatabase create() {
        return new SqlDatabase("jdbc:sqlite:" + directory.resolve(UUID.randomUUID() + ".sqlite"), "", "");
    }

    @Override
    protected void drop(SqlDatabase old) {
        try {
            Files.delete(Path.of(old.url().substring("jdbc:sqlite:".length())));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
