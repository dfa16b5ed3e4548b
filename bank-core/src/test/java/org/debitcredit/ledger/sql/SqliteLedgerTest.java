package org.debitcredit.ledger.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The ledger contract on SQLite in a file. */
class SqliteLedgerTest extends SqlLedgerContract {

    @TempDir
    Path directory;

    @Override
    protected SqlDatabase create() {
        return new SqlDatabase("jdbc:sqlite:" + directory.resolve(UUID.randomUUID() + ".sqlite"), "", "");
    }

    @ParameterizedTest
    @ValueSource(strings = {"jdbc:sqlite::memory:", "jdbc:sqlite:"})
    void oneThatKeepsNothingIsRefused(String url) {
        assertThatThrownBy(() -> SqlLedger.open(new SqlDatabase(url, "", ""), BANK, PopulateProgress.NONE))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith(url + " has journal mode ")
                .hasMessageContaining("use a file");
    }

    @Test
    void whoeverOnlyReadsMakesNoFile() {
        Path file = directory.resolve("none.sqlite");
        assertThatThrownBy(() -> StoredTables.open(new SqlDatabase("jdbc:sqlite:" + file, "", "")))
                .hasMessageContaining("unable to open");
        assertThat(file).doesNotExist();
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
