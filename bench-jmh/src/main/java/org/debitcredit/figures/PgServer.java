package org.debitcredit.figures;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.debitcredit.bench.ScratchDirectory;
import org.jspecify.annotations.Nullable;

/**
 * A PostgreSQL server: either with a temporary cluster that is deleted on close, or a running one, in which this run
 * creates and drops databases.
 */
final class PgServer implements DatabaseHost {

    /** Durable settings, with enough memory and log space that the server waits only for the disk's forces. */
    static final List<String> SETTINGS = List.of(
            "fsync=on",
            "synchronous_commit=on",
            "full_page_writes=on",
            "shared_buffers=4GB",
            "max_wal_size=16GB",
            "listen_addresses=127.0.0.1");

    static final String USER = "bench";

    private static final Path PACKAGES = Path.of("/usr/lib/postgresql");
    private static final int START_SECONDS = 120;
    private static final int FILL_SECONDS = 600;
    private static final Pattern TPS = Pattern.compile("tps = ([0-9.]+)");

    private static final String HOST = "127.0.0.1";
    private static final int FREE_PORT = 0;

    private final String runAs;
    private final Path pgbench;
    private final String host;
    private final int port;
    private final String user;
    private final @Nullable ScratchDirectory scratch;
    private @Nullable Path pgCtl;
    private final List<String> made = new ArrayList<>();

    /** Starts one, or uses the given one. */
    PgServer(Sitting sitting) throws IOException {
        pgbench = find("pgbench");
        if (!sitting.postgres().isEmpty()) {
            String[] parts = sitting.postgres().split("[@:]");
            if (parts.length != 3) {
                throw new IllegalArgumentException(
                        "--postgres is '" + sitting.postgres() + "'; it must be USER@HOST:PORT");
            }
            runAs = "";
            user = parts[0];
            host = parts[1];
            port = Integer.parseInt(parts[2]);
            scratch = null;
            return;
        }
        runAs = user(sitting.pgUser());
        user = USER;
        host = HOST;
        try (ServerSocket free = new ServerSocket(FREE_PORT)) {
            port = free.getLocalPort();
        }
        scratch = new ScratchDirectory(sitting.scratch().toAbsolutePath());
        try {
            start(sitting, scratch);
        } catch (IOException | RuntimeException e) {
            close();
            throw e;
        }
    }

    private void start(Sitting sitting, ScratchDirectory directory) throws IOException {
        if (!runAs.isEmpty()) {
            // The directory was made for its owner alone, but the other user has to pass through it.
            Files.setPosixFilePermissions(sitting.scratch(), PosixFilePermissions.fromString("rwx--x--x"));
            Files.setOwner(
                    directory.path(),
                    directory
                            .path()
                            .getFileSystem()
                            .getUserPrincipalLookupService()
                            .lookupPrincipalByName(runAs));
        }
        String data = data(directory);
        run(START_SECONDS, find("initdb"), "-D", data, "-A", "trust", "-U", user);
        String options = "-p " + port + " -k " + directory.path() + " -c " + String.join(" -c ", SETTINGS);
        Path control = find("pg_ctl");
        run(START_SECONDS, control, "-D", data, "-w", "-l", data + ".log", "-o", options, "start");
        pgCtl = control;
    }

    @Override
    public String name() {
        return "PostgreSQL";
    }

    @Override
    public String settings() {
        return scratch == null ? "a server that was already running" : "`" + String.join(" ", SETTINGS) + "`";
    }

    @Override
    public String create(String database) throws IOException {
        sql("postgres", "create database " + database);
        made.add(database);
        return "jdbc:postgresql://" + host + ":" + port + "/" + database;
    }

    @Override
    public String user() {
        return user;
    }

    @Override
    public int connectionsMax() {
        return 32;
    }

    /** Creates a copy of a database to which nobody is connected, and returns the copy's JDBC URL. */
    String copy(String from, String to) throws IOException {
        sql("postgres", "create database " + to + " template " + from);
        made.add(to);
        return "jdbc:postgresql://" + host + ":" + port + "/" + to;
    }

    /** Drops a database that this run has created, and to which nobody is connected any more. */
    void drop(String database) throws IOException {
        sql("postgres", "drop database " + database);
        made.remove(database);
    }

    /** Runs a statement. */
    void sql(String database, String statement) throws IOException {
        run(START_SECONDS, find("psql"), "-q", "-h", host, "-p", port, "-U", user, "-c", statement, database);
    }

    /** Creates a database with pgbench's TPC-B tables. */
    void createForPgbench(String database, int scale) throws IOException {
        create(database);
        run(FILL_SECONDS, pgbench, "-h", host, "-p", port, "-U", user, "-i", "-q", "-s", scale, database);
    }

    /** The user as which it runs: this user, unless that is root, which the server refuses. */
    private static String user(String given) throws NotHereException {
        if (!System.getProperty("user.name").equals("root")) {
            return "";
        }
        if (given.isEmpty()) {
            throw new NotHereException("PostgreSQL refuses to run as root; name another user by --pg-user");
        }
        return given;
    }

    private static Path find(String program) throws IOException {
        if (!Files.isDirectory(PACKAGES)) {
            return Wrk.find(program, Stream.empty());
        }
        try (Stream<Path> versions = Files.list(PACKAGES)) {
            return Wrk.find(program, versions.sorted().map(version -> version.resolve("bin")).toList().stream());
        }
    }

    private static String data(ScratchDirectory directory) {
        return directory.path().resolve("cluster").toString();
    }

    private List<String> run(int timeLimitSeconds, Object... command) throws IOException {
        List<String> words = new ArrayList<>();
        if (!runAs.isEmpty()) {
            words.addAll(List.of("runuser", "-u", runAs, "--"));
        }
        for (Object word : command) {
            words.add(word.toString());
        }
        return Child.run(words, timeLimitSeconds);
    }

    /**
     * Transactions per second of pgbench with this many clients, with prepared statements.
     *
     * @param what options that choose the script: {@code -b tpcb-like}, {@code -f FILE}; none for pgbench's default
     */
    double pgbench(String database, List<String> what, int clients, int seconds, int timeLimitSeconds)
            throws IOException {
        List<Object> command = new ArrayList<>(List.of(pgbench, "-h", host, "-p", port, "-U", user, "-n"));
        command.addAll(List.of("-M", "prepared", "-c", clients, "-j", Math.min(clients, 2), "-T", seconds));
        command.addAll(what);
        command.add(database);
        return tps(String.join("\n", run(timeLimitSeconds, command.toArray())));
    }

    /** Reads the transactions per second from pgbench's output. */
    static double tps(String output) throws IOException {
        Matcher tps = TPS.matcher(output);
        if (!tps.find()) {
            throw new IOException("this is not pgbench's output:\n" + output);
        }
        return Double.parseDouble(tps.group(1));
    }

    @Override
    public void close() throws IOException {
        ScratchDirectory own = scratch;
        if (own == null) {
            for (String database : made) {
                sql("postgres", "drop database " + database);
            }
            return;
        }
        try (own) {
            if (pgCtl != null) {
                run(START_SECONDS, pgCtl, "-D", data(own), "-w", "-m", "fast", "stop");
            }
        }
    }
}
