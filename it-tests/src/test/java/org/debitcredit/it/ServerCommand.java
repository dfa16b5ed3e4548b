package org.debitcredit.it;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** The command line of a server: a small bank on free loopback ports, unless told otherwise. */
final class ServerCommand {

    static final int BRANCHES = 2;
    static final int KEY_WINDOW = 4_000;

    /** Between which {@link #drawn} draws. */
    static final Windows KEY_WINDOWS = new Windows(1_000, 8_000);

    /** The smallest and the largest key window of the servers that a restart is checked with. */
    record Windows(int min, int max) {}

    /** The C1 compiler alone and the serial collector: a JVM that lives for seconds is there in half the time. */
    static final List<String> SHORT_LIVED = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

    /** The same for a command and for all servers that it starts. */
    static final Map<String, String> ALL_SHORT_LIVED = Map.of("JDK_JAVA_OPTIONS", String.join(" ", SHORT_LIVED));

    private static final int SNAPSHOT_TRANSACTIONS = 2_000;

    private final List<String> before = new ArrayList<>();
    private final List<String> jvm = new ArrayList<>();
    private final Map<String, String> options = new LinkedHashMap<>();
    private Path java = Artifacts.java();
    private boolean foundsWhereNoneIs = true;
    private List<String> program = List.of("-jar", Artifacts.serverJar().toString(), "serve");

    private ServerCommand() {}

    /** A server over a data directory. */
    static ServerCommand over(Path data) {
        ServerCommand command = small(data);
        command.program = PreparedServer.program();
        return command;
    }

    /** Of a small heap, for a life of seconds. */
    static ServerCommand small(Path data) {
        return plain(data).jvm("-Xmx512m").jvm(SHORT_LIVED.toArray(String[]::new));
    }

    /** From the jar as it is packaged, without any option for the JVM. */
    static ServerCommand plain(Path data) {
        return new ServerCommand()
                .option("--data", data)
                .option("--branches", BRANCHES)
                .option("--port", 0)
                .option("--grpc-port", 0)
                .property("bank.warm-up", "0s")
                .property("bank.journal.fill-ahead", "2MB");
    }

    /** A server of the workload derived from TPC-C, for a life of seconds. */
    static ServerCommand tpcc(String databaseUrl) {
        ServerCommand command = new ServerCommand()
                .foundingNone()
                .jvm("-Xmx512m")
                .jvm(SHORT_LIVED.toArray(String[]::new))
                .option("--database", databaseUrl)
                .option("--grpc-port", 0);
        command.program = PreparedServer.program("tpcc-serve");
        return command;
    }

    /**
     * A snapshot about every {@value #SNAPSHOT_TRANSACTIONS} transactions, a key window of {@value #KEY_WINDOW}, and no
     * later history: epochs, segments and snapshots are begun, published and removed all the time.
     */
    ServerCommand cuttingItsJournal(String journal, String ledger) {
        int redoPerMilli = ledger.equals("memory") ? 4_000 : 30;
        return option("--journal", journal)
                .option("--ledger", ledger)
                .property("bank.journal.fill-ahead", journal.equals("file") ? "17MB" : "2MB")
                .property("bank.journal.epoch", "1MB")
                .property("bank.snapshot.replay-max", Math.max(1, 2 * SNAPSHOT_TRANSACTIONS / redoPerMilli) + "ms")
                .property("bank.history.retention", "0s")
                .property("bank.key-window", KEY_WINDOW);
    }

    /**
     * Settings drawn between their limits, the small ones most of all; the key window stays within {@link
     * #KEY_WINDOWS}.
     */
    ServerCommand drawn(Random random) {
        long group = 8_192 + random.nextInt(12_000);
        // The longest document must fit a segment.
        long segmentLeast = 1 + (4_200 + 205 * group >> 20);
        return property("bank.key-window", KEY_WINDOWS.min() + random.nextInt(KEY_WINDOWS.max() - KEY_WINDOWS.min()))
                .property("bank.key-ahead-max", 2 + random.nextInt(20) + "s")
                // As many as the load's clients have in flight: they stop at an answer that is not one of the bank's.
                .property("bank.ring-size", 8 << random.nextInt(12))
                .property("bank.group-max", group)
                .property("bank.in-flight-max", group + (random.nextBoolean() ? 0 : random.nextInt(1 << 20)))
                .property("bank.journal.fill-ahead", segmentLeast + random.nextInt(30) + "MB")
                .property("bank.journal.epoch", 1 + random.nextInt(4) + "MB")
                .property("bank.snapshot.replay-max", 1 + random.nextInt(1 << random.nextInt(12)) + "ms")
                .property("bank.history.retention", random.nextInt(3) == 0 ? "1h" : "0s")
                .property("bank.history.rows-max", random.nextBoolean() ? 0 : 1 + random.nextInt(10_000));
    }

    /** Sets an option, in place of what it was. */
    ServerCommand option(String name, Object value) {
        options.put(name, value.toString());
        return this;
    }

    ServerCommand property(String name, Object value) {
        return option("--" + name + "=", value);
    }

    ServerCommand jvm(String... arguments) {
        jvm.addAll(List.of(arguments));
        return this;
    }

    ServerCommand java(Path executable) {
        java = executable;
        return this;
    }

    /** The arguments in place of {@code -jar bank-server.jar serve}. */
    ServerCommand program(String... arguments) {
        program = List.of(arguments);
        return this;
    }

    /** A command that runs the server, as a tracer does. */
    ServerCommand under(List<String> command) {
        before.addAll(command);
        return this;
    }

    /** Starts the bank that is there, and founds none. */
    ServerCommand foundingNone() {
        foundsWhereNoneIs = false;
        return this;
    }

    /** Whether no bank has been founded in the data directory, or its mirror, when the server is about to start. */
    private boolean founds() {
        return foundsWhereNoneIs && !isFounded("--data") && !isFounded("--mirror");
    }

    private boolean isFounded(String option) {
        String directory = options.get(option);
        return directory != null && Files.exists(Path.of(directory, "bank"));
    }

    List<String> line() {
        List<String> line = new ArrayList<>(before);
        line.add(java.toString());
        line.addAll(jvm);
        line.addAll(program);
        if (founds()) {
            line.add("--found");
        }
        options.forEach((name, value) -> {
            if (name.endsWith("=")) {
                line.add(name + value);
            } else {
                line.add(name);
                line.add(value);
            }
        });
        return line;
    }
}
