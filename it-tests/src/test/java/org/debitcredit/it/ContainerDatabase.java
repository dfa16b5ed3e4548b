package org.debitcredit.it;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.debitcredit.ledger.sql.SqlDatabase;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.utility.DockerImageName;

/**
 * A database that speaks PostgreSQL's protocol and is there only as a container. Where there is no Docker, the test is
 * skipped and says so.
 */
final class ContainerDatabase implements AutoCloseable {

    private static final Duration START_MAX = Duration.ofMinutes(5);
    private static final Duration START_EVERY = Duration.ofSeconds(1);

    /**
     * How one product is started and asked.
     *
     * @param name for people
     * @param image pinned
     * @param port that speaks PostgreSQL's protocol
     * @param command of the container
     * @param user who may do everything, without a password
     * @param database that is there from the start
     * @param created what follows {@code create database NAME}
     * @param dropped what follows {@code drop database NAME}
     */
    record Product(
            String name,
            String image,
            int port,
            String command,
            String user,
            String database,
            String created,
            String dropped) {}

    private final Product product;
    private final GenericContainer<?> container;
    private int databases;

    private ContainerDatabase(Product product, GenericContainer<?> container) {
        this.product = product;
        this.container = container;
    }

    @SuppressWarnings("resource") // closed with what is returned
    static ContainerDatabase start(Product product) {
        boolean isPossible = DockerClientFactory.instance().isDockerAvailable();
        String reason = product.name() + " needs Docker, and there is none here";
        if (!isPossible) {
            System.out.println("skipped: " + reason);
        }
        assumeTrue(isPossible, reason);
        System.out.println(product.name() + " in a container: " + product.image());
        GenericContainer<?> container = new GenericContainer<>(DockerImageName.parse(product.image()))
                .withCommand(product.command())
                .withExposedPorts(product.port())
                .withStartupTimeout(START_MAX);
        container.start();
        ContainerDatabase database = new ContainerDatabase(product, container);
        try {
            Awaitility.await()
                    .atMost(START_MAX)
                    .pollInterval(START_EVERY)
                    .ignoreExceptions()
                    .until(() -> database.execute("select 1"));
        } catch (RuntimeException e) {
            container.close();
            throw e;
        }
        return database;
    }

    /** A new, empty database. */
    SqlDatabase create() {
        String name = "bank_" + ++databases;
        execute("create database " + name + product.created());
        return at(name);
    }

    void drop(SqlDatabase old) {
        execute("drop database " + old.url().substring(old.url().lastIndexOf('/') + 1) + product.dropped());
    }

    private SqlDatabase at(String name) {
        return new SqlDatabase(
                "jdbc:postgresql://" + container.getHost() + ":" + container.getMappedPort(product.port()) + "/" + name,
                product.user(),
                "");
    }

    private boolean execute(String sql) {
        SqlDatabase admin = at(product.database());
        try (Connection connection = DriverManager.getConnection(admin.url(), admin.user(), admin.password());
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
            return true;
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    @Override
    public void close() {
        container.close();
    }
}
