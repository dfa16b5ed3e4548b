package org.debitcredit.figures;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.debitcredit.bench.ScratchDirectory;
import org.jspecify.annotations.Nullable;

/** A MariaDB server on files of its own, deleted on close. */
final class MariaServer implements DatabaseHost {

    static final List<String> SETTINGS = List.of("innodb-buffer-pool-size=4G", "innodb-log-file-size=4G");

    private static final String USER = "bench";
    private static final int START_SECONDS = 60;
    private static final int FREE_PORT = 0;

    private final ScratchDirectory scratch;
    private final int port;
    private @Nullable Process process;

    MariaServer(Sitting sitting) throws IOException {
        Path install = Wrk.find("mariadb-install-db", Stream.empty());
        Path server = Wrk.find("mariadbd", Stream.of(Path.of("/usr/sbin"), Path.of("/usr/libexec")));
        scratch = new ScratchDirectory(sitting.scratch().toAbsolutePath());
        try (ServerSocket free = new ServerSocket(FREE_PORT)) {
            port = free.getLocalPort();
        }
        try {
            String user = "--user=" + System.getProperty("user.name");
            String data = "--datadir=" + scratch.path().resolve("data");
            Child.run(
                    List.of(
                            install.toString(),
                            "--no-defaults",
                            user,
                            data,
                            "--auth-root-authentication-method=normal"),
                    START_SECONDS);
            List<String> command = new ArrayList<>(List.of(server.toString(), "--no-defaults", user, data));
            command.addAll(List.of("--port=" + port, "--bind-address=127.0.0.1", "--socket=" + socket()));
            SETTINGS.forEach(setting -> command.add("--" + setting));
            process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(scratch.path().resolve("log").toFile())
                    .start();
            awaitReady();
            sql("drop user if exists ''@'localhost'");
            sql("create user '" + USER + "'@'%' identified by ''");
            sql("grant all on *.* to '" + USER + "'@'%'");
        } catch (IOException | RuntimeException e) {
            close();
            throw e;
        }
    }

    private String socket() {
        return scratch.path().resolve("socket").toString();
    }

    private void awaitReady() throws IOException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS);
        while (true) {
            try {
                sql("select 1");
                return;
            } catch (IOException notYet) {
                if (System.nanoTime() > end) {
                    throw notYet;
                }
            }
        }
    }

    private void sql(String statement) throws IOException {
        Path client = Wrk.find("mariadb", Stream.empty());
        Child.run(
                List.of(client.toString(), "--no-defaults", "--socket=" + socket(), "-uroot", "-e", statement),
                START_SECONDS);
    }

    @Override
    public String name() {
        return "MariaDB";
    }

    @Override
    public String settings() {
        return "`" + String.join(" ", SETTINGS) + " innodb-flush-log-at-trx-commit=1`, 2 under the journal";
    }

    @Override
    public String create(String database) throws IOException {
        sql("create database " + database);
        return "jdbc:mariadb://127.0.0.1:" + port + "/" + database;
    }

    @Override
    public String user() {
        return USER;
    }

    @Override
    public void commitsWait(boolean isAsked) throws IOException {
        sql("set global innodb_flush_log_at_trx_commit = " + (isAsked ? 1 : 2));
    }

    @Override
    public int connectionsMax() {
        return 32;
    }

    @Override
    public void close() throws IOException {
        Process running = process;
        try (scratch) {
            if (running != null) {
                running.destroy();
                if (!running.waitFor(START_SECONDS, TimeUnit.SECONDS)) {
                    running.destroyForcibly().waitFor();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
