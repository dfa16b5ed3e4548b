package org.debitcredit.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;

/** The sides of the pair. */
enum Side {
    /** The engine with its journal. */
    ENGINE {
        @Override
        Contender open(Path directory, int branches, int inFlight) throws IOException {
            return new EngineOnH2(directory, branches, inFlight);
        }
    },
    /** The plain loop. */
    JDBC {
        @Override
        Contender open(Path directory, int branches, int inFlight) throws SQLException {
            return new PlainJdbcLoop(branches);
        }
    };

    abstract Contender open(Path directory, int branches, int inFlight) throws IOException, SQLException;
}
