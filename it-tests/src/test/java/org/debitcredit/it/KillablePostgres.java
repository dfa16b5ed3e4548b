package org.debitcredit.it;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.debitcredit.ledger.sql.SqlDatabase;
import org.jspecify.annotations.Nullable;

/** A PostgreSQL as a process. */
final class KillablePostgres implements DatabaseServer {

    private static final Duration END_MAX = Duration.ofSeconds(60);
    private static final Duration ASKED_EVERY = Duration.ofMillis(200);

    private final Path data;
    private final int port;
    private final @Nullable Path tables;
    private EmbeddedPostgres process;

    KillablePostgres(Path folder) {
        this(folder, freePort(), null);
    }

    private KillablePostgres(Path folder, int port, @Nullable Path tables) {
        this.data = folder.resolve("postgres");
        this.port = port;
        this.tables = tables;
        try {
            process = builder().start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** On files that another one has left. */
    static KillablePostgres over(Path folder, int port) throws IOException {
        Files.deleteIfExists(folder.resolve("postgres").resolve("postmaster.pid"));
        return new KillablePostgres(folder, port, null);
    }

    /** Whose log is in one folder, and the tables of its bank in another, which is there and empty. */
    static KillablePostgres withTablesIn(Path folder, Path tables) {
        return new KillablePostgres(folder, freePort(), tables);
    }

    static int freePort() {
        try (ServerSocket free = new ServerSocket(0)) {
            return free.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private EmbeddedPostgres.Builder builder() {
        return EmbeddedPostgres.builder()
                .setDataDirectory(data)
                .setCleanDataDirectory(false)
                .setPort(port);
    }

    @Override
    public SqlDatabase create() {
        SqlDatabase admin = new SqlDatabase(process.getJdbcUrl("postgres", "postgres"), "postgres", "");
        return tables == null ? PostgresServer.create(admin, "bank") : PostgresServer.createIn(tables, admin, "bank");
    }

    /** Its processes for the connections with it: one that outlived it would keep the next one from starting. */
    @Override
    public void kill9() {
        try {
            String pid =
                    Files.readAllLines(data.resolve("postmaster.pid")).get(0).strip();
            ProcessHandle postmaster = ProcessHandle.of(Long.parseLong(pid)).orElseThrow();
            List<ProcessHandle> all = new ArrayList<>(List.of(postmaster));
            all.addAll(postmaster.descendants().toList());
            all.forEach(ProcessHandle::destroyForcibly);
            all.forEach(each -> each.onExit().join());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void restart() {
        try {
            // Only now: it takes its time to find out that there is nothing to stop.
            process.close();
            process = builder().start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Starts it again if it ended by itself, as it does when it has no room to recover in. */
    void restartIfEnded() {
        Awaitility.await().atMost(END_MAX).pollInterval(ASKED_EVERY).until(() -> !isAlive() || isServing());
        if (!isAlive()) {
            close();
            restart();
        }
    }

    /** The process removes its file when it ends by itself. */
    private boolean isAlive() {
        return Files.exists(data.resolve("postmaster.pid"));
    }

    private boolean isServing() {
        try {
            process.getPostgresDatabase().getConnection().close();
            return true;
        } catch (SQLException e) {
            return false;
        }
    }

    @Override
    public void close() {
        try {
            process.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
