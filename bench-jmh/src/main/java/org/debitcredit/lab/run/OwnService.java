package org.debitcredit.lab.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.debitcredit.console.EndOfInput;
import org.debitcredit.console.ProgressLines;
import org.debitcredit.counters.MachineReader;
import org.jspecify.annotations.Nullable;

/**
 * A service that the lab starts and deletes.
 *
 * @param jar of the server
 * @param javaOptions of its JVM, besides the size of its heap
 * @param directory in which the bank is created and deleted
 * @param logDirectory of another device, for the journal when the log is apart; null for none
 * @param databaseUser of a database that the lab did not make; null for none
 * @param databaseBank directory of the bank in such a database. It is founded once, because its rows stay in the
 *     database
 * @param processors numbers of those that the service may be confined to; none where the system does not tell
 */
public record OwnService(
        Path jar,
        List<String> javaOptions,
        Path directory,
        @Nullable Path logDirectory,
        @Nullable String databaseUser,
        Path databaseBank,
        Set<Integer> processors)
        implements Rig {

    /** 100,000 accounts, which any ledger fills within a few seconds. */
    private static final int BRANCHES = 10;

    /** A remembered key takes up to 174 bytes, so that the service's keys take a sixth of its heap. */
    private static final int KEYS_PER_MEGABYTE = 1_000;

    private static final int KEY_WINDOW_MAX = 1_000_000;

    private static final int DELETION_PASSES_MAX = 100;
    private static final long DELETION_PAUSE_NANOS = 20_000_000;

    /**
     * The jar and the options that the launcher names; if it names no jar, the one that the build made beside this one.
     */
    public static OwnService ofLauncher(
            Path directory, @Nullable Path logDirectory, @Nullable String databaseUser, Leftovers leftovers)
            throws IOException {
        String named = System.getProperty("bank.server.jar");
        Path jar = named != null
                ? Path.of(named)
                : Path.of(URI.create(OwnService.class
                                .getProtectionDomain()
                                .getCodeSource()
                                .getLocation()
                                .toString()))
                        .resolve("../../../bank-server/target/bank-server.jar")
                        .normalize();
        List<String> options =
                System.getProperty("bank.server.java-options", "").lines().toList();
        return new OwnService(
                jar,
                options,
                directory,
                logDirectory,
                databaseUser,
                scratch(directory, leftovers),
                MachineReader.here().allowedProcessors(ProcessHandle.current().pid()));
    }

    @Override
    public Service start(Setting setting, Leftovers leftovers, ProgressLines progress) throws IOException {
        if (!Files.isRegularFile(jar)) {
            throw new IOException(
                    "there is no server jar at " + jar + ". Build it, or give its path by -Dbank.server.jar=FILE");
        }
        Path data = setting.isOthersDatabase() ? databaseBank : scratch(directory, leftovers);
        Path journal = journalDirectory(setting, directory, logDirectory);
        Path log = journal.equals(directory) ? data : scratch(journal, leftovers);
        List<String> command = command(setting, data, log);
        ServiceProcess process = leftovers.make(() -> ServiceProcess.start(command), started -> started::stop);
        process.awaitReady(progress);
        if (setting.lineBytesPerSecond() == 0) {
            return process;
        }
        return overLine(process, setting.lineBytesPerSecond(), leftovers);
    }

    /** The directory in which the journal of a setting is created. */
    static Path journalDirectory(Setting setting, Path directory, @Nullable Path logDirectory) {
        return setting.isLogApart() && logDirectory != null ? logDirectory : directory;
    }

    /** A service that its clients reach over a line. */
    static Service overLine(Service service, int bytesPerSecond, Leftovers leftovers) throws IOException {
        ThrottlingProxy line = leftovers.make(
                () -> ThrottlingProxy.before(service.clientsPort(), bytesPerSecond), opened -> opened::close);
        return new Service() {
            @Override
            public int clientsPort() {
                return line.port();
            }

            @Override
            public long pid() {
                return service.pid();
            }

            @Override
            public ServiceMeters meters() throws IOException {
                return service.meters();
            }

            @Override
            public Optional<String> ended() {
                return service.ended();
            }
        };
    }

    private static Path scratch(Path parent, Leftovers leftovers) throws IOException {
        Files.createDirectories(parent);
        return leftovers.make(() -> Files.createTempDirectory(parent, "lab-"), made -> () -> delete(made));
    }

    /** Deletes in several passes, because a process that is being stopped may still write for a moment. */
    private static void delete(Path directory) throws IOException {
        for (int pass = 0; pass < DELETION_PASSES_MAX && Files.exists(directory); pass++) {
            if (pass > 0) {
                LockSupport.parkNanos(DELETION_PAUSE_NANOS);
            }
            try (Stream<Path> tree = Files.walk(directory)) {
                for (Path entry : tree.sorted(Comparator.reverseOrder()).toList()) {
                    Files.deleteIfExists(entry);
                }
            } catch (IOException | UncheckedIOException changing) {
                continue;
            }
        }
        if (Files.exists(directory)) {
            throw new IOException("cannot delete " + directory);
        }
    }

    List<String> command(Setting setting, Path data, Path log) throws IOException {
        List<String> command = new ArrayList<>();
        if (setting.processors() > 0) {
            command.addAll(List.of(taskset().toString(), "-c", first(setting.processors())));
        }
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(javaOptions);
        command.add("-Xmx" + setting.heapMegabytes() + "m");
        command.addAll(List.of("-XX:+ExitOnOutOfMemoryError", EndOfInput.JVM_OPTION, "-jar", jar.toString(), "serve"));
        command.addAll(List.of("--port=0", "--grpc-port=0", "--preset=gray2005", "--branches=" + BRANCHES));
        Path bank = log.resolve("bank");
        command.add("--data=" + bank);
        if (!Files.exists(bank)) {
            command.add("--found");
        }
        command.add("--journal=" + setting.journal());
        command.add("--ledger=" + ledger(setting, data));
        command.add("--bank.key-window=" + Math.min(KEY_WINDOW_MAX, KEYS_PER_MEGABYTE * setting.heapMegabytes()));
        if (setting.hasDatabase()) {
            command.add("--bank.database.commit=" + (setting.isDurableCommit() ? "durable" : "journaled"));
        }
        if (setting.isOthersDatabase() && databaseUser != null) {
            command.add("--bank.database.user=" + databaseUser);
        }
        if (setting.isMirrored()) {
            command.add("--mirror=" + data.resolve("mirror"));
        }
        command.add("--logging.level.root=warn");
        return command;
    }

    /** The list of so many processors. A container may not have those with the lowest numbers. */
    private String first(int number) {
        IntStream numbers = processors.isEmpty()
                ? IntStream.range(0, number)
                : processors.stream().mapToInt(Integer::intValue).sorted().limit(number);
        return numbers.mapToObj(Integer::toString).collect(Collectors.joining(","));
    }

    private static String ledger(Setting setting, Path data) {
        return setting.ledger().equals(Setting.SQLITE)
                // A negative size is in KiB.
                ? "jdbc:sqlite:" + data.resolve("bank.sqlite") + "?cache_size=-" + setting.cacheKib()
                : setting.ledger();
    }

    /** The program that confines a process to some processors. */
    private static Path taskset() throws IOException {
        String path = System.getenv("PATH");
        return Arrays.stream((path == null ? "" : path).split(":"))
                .map(directory -> Path.of(directory, "taskset"))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow(() -> new IOException("there is no taskset on this machine, which confines the service to "
                        + "some of the processors"));
    }
}
