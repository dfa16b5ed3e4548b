package org.debitcredit.tpcc.load;

import static org.debitcredit.tpcc.schema.Tables.LOAD_PART;
import static org.debitcredit.tpcc.schema.Tables.LOAD_REQUEST;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.debitcredit.tpcc.NuRand;
import org.debitcredit.tpcc.TpccScale;
import org.debitcredit.tpcc.database.DatabaseKind;
import org.debitcredit.tpcc.database.SchemaFile;
import org.jooq.DSLContext;

/**
 * Loads the database. Each part is a transaction of its own and is recorded, so that a load that was interrupted is
 * continued by asking for the same again. The same seed makes the same rows, except for their times.
 */
public final class Loader {

    private final Connection connection;
    private final DatabaseKind kind;
    private final Clock clock;

    /** @param connection without automatic commits */
    public Loader(Connection connection, DatabaseKind kind, Clock clock) {
        this.connection = connection;
        this.kind = kind;
        this.clock = clock;
    }

    /**
     * Loads what is missing.
     *
     * @throws IllegalArgumentException when another load, with other warehouses or another seed, was begun here
     */
    public void load(TpccScale scale, long seed, LoadListener listener) throws SQLException {
        SchemaFile.create(connection, kind);
        DSLContext jooq = kind.jooq(connection);
        int lastNameConstant = NuRand.loadConstant(new SplittableRandom(seed));
        requireSame(jooq, scale, seed, lastNameConstant);
        Set<String> done =
                new HashSet<>(jooq.select(LOAD_PART.PART).from(LOAD_PART).fetchSet(LOAD_PART.PART));
        connection.commit();
        List<LoadPart> parts = LoadPart.of(scale);
        LoadTally tally = new LoadTally(
                listener, parts.stream().mapToLong(part -> part.rows(scale)).sum());
        NuRand lastNames = NuRand.lastName(lastNameConstant, scale);
        long nowMicros = ChronoUnit.MICROS.between(Instant.EPOCH, clock.instant());
        for (int i = 0; i < parts.size(); i++) {
            LoadPart part = parts.get(i);
            if (done.contains(part.id())) {
                tally.add("earlier load", part.rows(scale));
                continue;
            }
            SplittableRandom random = new SplittableRandom(new SplittableRandom(seed ^ (i + 1L) << 32).nextLong());
            load(jooq, part, new PartRows(connection, kind, scale, lastNames, tally, nowMicros, random));
        }
        kind.loadedSql().forEach(jooq::execute);
        connection.commit();
    }

    private void load(DSLContext jooq, LoadPart part, PartRows rows) throws SQLException {
        try {
            rows.insert(part);
            jooq.insertInto(LOAD_PART, LOAD_PART.PART).values(part.id()).execute();
            connection.commit();
        } catch (SQLException | RuntimeException failed) {
            rollBack(failed);
            throw failed;
        }
    }

    /** SQLite has ended the transaction itself after some failures, such as a full disk. */
    private void rollBack(Exception because) {
        try {
            connection.rollback();
        } catch (SQLException notRolledBack) {
            because.addSuppressed(notRolledBack);
        }
    }

    private void requireSame(DSLContext jooq, TpccScale scale, long seed, int lastNameConstant) throws SQLException {
        LoadedState loaded = LoadedState.of(connection, kind);
        if (loaded.scale() == null) {
            jooq.insertInto(LOAD_REQUEST)
                    .values(scale.warehouses(), scale.items(), scale.customersPerDistrict(), seed, lastNameConstant)
                    .execute();
            connection.commit();
        } else if (!loaded.scale().equals(scale) || loaded.seed() != seed) {
            throw new IllegalArgumentException("a load of " + loaded.scale() + " with seed " + loaded.seed()
                    + " was begun in this database, and now " + scale + " with seed " + seed
                    + " was asked for; ask for the same, or use an empty database");
        }
    }
}
