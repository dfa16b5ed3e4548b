package org.debitcredit.figures;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.debitcredit.bench.ScratchDirectory;

/** A PostgreSQL server on a cluster of its own, reached by a socket in its directory; deleted on close. */
final class PgServer implements AutoCloseable {

    /** Durable, and with room enough that the disk's forces are what it waits for. */
    static final List<String> SETTINGS = List.of(
            "fsync=on",
            "synchronous_commit=on",
            "full_page_writes=on",
            "shared_buffers=4GB",
            "max_wal_size=16GB",
            "listen_addresses=''");

    private static final Path PACKAGES = Path.of("/usr/lib/postgresql");
    private static final int START_SECONDS = 120;
    private static final int FILL_SECONDS = 600;
    private static final Pattern TPS = Pattern.compile("tps = ([0-9.]+)");

    private final String user;
    private final ScratchDirectory scratch;
    private final Path pgCtl;
    private final Path pgbench;
    private final Path sockets;
    private boolean running;

    /** Makes a cluster and fills it for pgbench's TPC-B. */
    PgServer(Sitting sitting, int scale) throws IOException {
        user = user(sitting.pgUser());
        Path initdb = find("initdb");
        pgCtl = find("pg_ctl");
        pgbench = find("pgbench");
        scratch = new ScratchDirectory(sitting.scratch().toAbsolutePath());
        sockets = scratch.path();
        try {
            if (!user.isEmpty()) {
                // Made for its owner alone; the other user must come through it.
                Files.setPosixFilePermissions(sitting.scratch(), PosixFilePermissions.fromString("rwx--x--x"));
                Files.setOwner(
                        scratch.path(),
                        scratch.path()
                                .getFileSystem()
                                .getUserPrincipalLookupService()
                                .lookupPrincipalByName(user));
            }
            run(START_SECONDS, initdb, "-D", data(), "-A", "trust", "-U", "bench");
            String options = "-k " + sockets + " -c " + String.join(" -c ", SETTINGS);
            run(START_SECONDS, pgCtl, "-D", data(), "-w", "-l", data() + ".log", "-o", options, "start");
            running = true;
            run(FILL_SECONDS, pgbench, "-h", sockets, "-U", "bench", "-i", "-q", "-s", scale, "postgres");
        } catch (IOException | RuntimeException e) {
            close();
            throw e;
        }
    }

    /** As whom it runs: this user, unless that is root, whom the server refuses. */
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

    private String data() {
        return scratch.path().resolve("cluster").toString();
    }

    private List<String> run(int timeLimitSeconds, Object... command) throws IOException {
        List<String> words = new ArrayList<>();
        if (!user.isEmpty()) {
            words.addAll(List.of("runuser", "-u", user, "--"));
        }
        for (Object word : command) {
            words.add(word.toString());
        }
        return Child.run(words, timeLimitSeconds);
    }

    /** Transactions a second of TPC-B by so many clients. */
    double pgbench(int clients, int seconds, int timeLimitSeconds) throws IOException {
        return tps(String.join(
                "\n",
                run(
                        timeLimitSeconds,
                        pgbench,
                        "-h",
                        sockets,
                        "-U",
                        "bench",
                        "-n",
                        "-M",
                        "prepared",
                        "-c",
                        clients,
                        "-j",
                        Math.min(clients, 2),
                        "-T",
                        seconds,
                        "postgres")));
    }

    /** From pgbench's output. */
    static double tps(String output) throws IOException {
        Matcher tps = TPS.matcher(output);
        if (!tps.find()) {
            throw new IOException("this is not pgbench's output:\n" + output);
        }
        return Double.parseDouble(tps.group(1));
    }

    @Override
    public void close() throws IOException {
        try (scratch) {
            if (running) {
                run(START_SECONDS, pgCtl, "-D", data(), "-w", "-m", "fast", "stop");
            }
        }
    }
}
