package org.debitcredit.lab.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.debitcredit.console.ProgressLines;

/**
 * Starts services in which a bottleneck is planted. What looks at them is told nothing of it: it gets a port, a process
 * and meters, as of any service.
 *
 * @param agent jar of {@link PlantedDelays}
 * @param size of the plant, 1 to 3
 */
record PlantedRig(OwnService services, Path agent, PlantedServiceBottleneck plant, int size) implements Rig {

    private static final int LINE_BYTES_PER_SECOND = 25_000;
    private static final long TRY_NANOS = TimeUnit.MICROSECONDS.toNanos(200);

    /**
     * SQLite's waiting tries again after 1, 3, 8, 18, 33 and 53 ms: the service gets in between two locks, soon after
     * the first has ended.
     */
    private static final long LOCKED_NANOS = TimeUnit.MILLISECONDS.toNanos(45);

    private static final long FREE_NANOS = TimeUnit.MILLISECONDS.toNanos(12);
    private static final long FREE_STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    @Override
    public Service start(Setting setting, Leftovers leftovers, ProgressLines progress) throws IOException {
        List<String> delays = new ArrayList<>(plant.otherOptions());
        delays.addAll(plant.javaOptions(size));
        Service service = withDelays(delays).start(setting, leftovers, progress);
        if (plant == PlantedServiceBottleneck.SLOW_LINE) {
            return OwnService.overLine(service, LINE_BYTES_PER_SECOND * (3 + size), leftovers);
        }
        if (plant == PlantedServiceBottleneck.DATABASE_LOCK) {
            Path file = sqliteFile(services.directory());
            leftovers.make(() -> lock(file), thread -> () -> end(thread));
        }
        return service;
    }

    /** The same services without the plant. */
    Rig cleared() {
        return withDelays(plant.otherOptions());
    }

    private OwnService withDelays(List<String> delays) {
        if (delays.isEmpty()) {
            return services;
        }
        List<String> options = new ArrayList<>(services.javaOptions());
        options.add("-javaagent:" + agent);
        options.addAll(delays);
        return new OwnService(
                services.jar(),
                options,
                services.directory(),
                services.logDirectory(),
                services.databaseUser(),
                services.databaseBank(),
                services.processors());
    }

    private static Path sqliteFile(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(file -> file.endsWith("bank.sqlite"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    /** Somebody else's program, which keeps the database locked for most of the time. */
    private Thread lock(Path file) {
        Thread thread = new Thread(
                () -> {
                    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                            Statement statement = connection.createStatement()) {
                        statement.execute("pragma busy_timeout = 0");
                        while (begin(statement)) {
                            LockSupport.parkNanos(LOCKED_NANOS);
                            statement.execute("rollback");
                            LockSupport.parkNanos(FREE_NANOS + size * FREE_STEP_NANOS);
                        }
                    } catch (SQLException e) {
                        throw new IllegalStateException(e);
                    }
                },
                "other-program");
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    /**
     * Locks the database, and tries again until it succeeds. SQLite's own waiting is switched off: it sleeps up to 0.1 s
     * between its tries, so that it seldom gets in beside a busy service.
     *
     * @return false if the thread was interrupted
     */
    private static boolean begin(Statement statement) {
        while (!Thread.currentThread().isInterrupted()) {
            try {
                statement.execute("begin immediate");
                return true;
            } catch (SQLException locked) {
                LockSupport.parkNanos(TRY_NANOS);
            }
        }
        return false;
    }

    private static void end(Thread thread) {
        thread.interrupt();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
