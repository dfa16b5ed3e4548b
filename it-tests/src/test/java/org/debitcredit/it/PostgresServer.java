package org.debitcredit.it;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.debitcredit.ledger.sql.SqlDatabase;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.postgresql.PostgreSQLContainer;

/** A real PostgreSQL: in a container where there is Docker, else unpacked and started as a process of this machine. */
final class PostgresServer implements AutoCloseable {

    private static final String IMAGE = "postgres:18";

    private final AutoCloseable server;
    private final SqlDatabase admin;
    private int databases;

    private PostgresServer(AutoCloseable server, SqlDatabase admin) {
        this.server = server;
        this.admin = admin;
    }

    /**
     * Starts it.
     *
     * @param folder for its files where it is a process
     */
    static PostgresServer start(Path folder) {
        if (DockerClientFactory.instance().isDockerAvailable()) {
            System.out.println("PostgreSQL in a container: " + IMAGE);
            PostgreSQLContainer container = new PostgreSQLContainer(IMAGE);
            container.start();
            return new PostgresServer(
                    container,
                    new SqlDatabase(container.getJdbcUrl(), container.getUsername(), container.getPassword()));
        }
        System.out.println("PostgreSQL as a process: there is no Docker here");
        try {
            EmbeddedPostgres process = EmbeddedPostgres.builder()
                    .setDataDirectory(folder.resolve("postgres"))
                    .setServerConfig("fsync", "off")
                    .start();
            return new PostgresServer(
                    process, new SqlDatabase(process.getJdbcUrl("postgres", "postgres"), "postgres", ""));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A new, empty database. */
    SqlDatabase create() {
        return create(admin, "bank_" + ++databases);
    }

    /** The same, which stores text in an encoding. */
    SqlDatabase create(String encoding) {
        return create(admin, "bank_" + ++databases, " encoding '" + encoding + "' locale 'C' template template0");
    }

    static SqlDatabase create(SqlDatabase admin, String name) {
        return create(admin, name, "");
    }

    /** Its tables in a folder of their own, a tablespace; its log is where the server's is. */
    static SqlDatabase createIn(Path tables, SqlDatabase admin, String name) {
        execute(admin, "create tablespace " + name + " location '" + tables + "'");
        return create(admin, name, " tablespace " + name);
    }

    private static SqlDatabase create(SqlDatabase admin, String name, String where) {
        execute(admin, "create database " + name + where);
        String url = admin.url().replaceFirst("(jdbc:postgresql://[^/]+/)[^?]*", "$1" + name);
        return new SqlDatabase(url, admin.user(), admin.password());
    }

    void drop(SqlDatabase old) {
        String name = old.url().replaceFirst("jdbc:postgresql://[^/]+/([^?]*).*", "$1");
        execute(admin, "drop database " + name + " with (force)");
    }

    private static void execute(SqlDatabase admin, String sql) {
        try (Connection connection = DriverManager.getConnection(admin.url(), admin.user(), admin.password());
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (Exception e) {
            throw new IllegalStateException("PostgreSQL did not stop", e);
        }
    }
}
