package org.debitcredit.terminal.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.debitcredit.bank.Preset;
import org.debitcredit.terminal.console.RunFailure;
import org.debitcredit.terminal.console.Talk;

/**
 * A temporary bank for one run: its own server and data, which are deleted even if the run is interrupted. The data are
 * beside the report and not in the system's temporary folder, which may be in memory without real forces.
 */
public final class TemporaryBank implements AutoCloseable {

    private static final String HOST = "127.0.0.1";

    private final ServerProcess server;
    private final Path data;
    private final Thread onInterrupt = new Thread(this::end, "end-of-bank");

    private TemporaryBank(ServerProcess server, Path data) {
        this.server = server;
        this.data = data;
        Runtime.getRuntime().addShutdownHook(onInterrupt);
    }

    /** Starts it, prints its progress every two seconds, and returns when it is ready. */
    public static TemporaryBank start(Path folder, int branches, Preset preset, Talk talk) {
        try {
            Path data = Files.createTempDirectory(folder, "data-");
            TemporaryBank bank = new TemporaryBank(
                    ServerProcess.start(
                            serverJar(), javaOptions(), data, branches, preset, folder.resolve("server.log")),
                    data);
            bank.server.awaitReady(talk);
            return bank;
        } catch (IOException unwritable) {
            throw new RunFailure("cannot make a data directory in " + folder + ": " + unwritable, unwritable);
        }
    }

    public URI url() {
        return URI.create("http://" + HOST + ":" + server.ports().http());
    }

    @Override
    public void close() {
        end();
        Runtime.getRuntime().removeShutdownHook(onInterrupt);
    }

    private void end() {
        server.close();
        try (Stream<Path> files = Files.walk(data)) {
            List<Path> deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
            for (Path file : deepestFirst) {
                Files.delete(file);
            }
        } catch (IOException undeletable) {
            throw new UncheckedIOException(undeletable);
        }
    }

    /** Of the server's JVM: those of {@code bank.server.java-options}, one a line. */
    private static List<String> javaOptions() {
        return System.getProperty("bank.server.java-options", "-Xmx2g").lines().toList();
    }

    /** The server's jar: named by {@code bank.server.jar}, else where the build puts it, seen from this jar. */
    private static Path serverJar() {
        String named = System.getProperty("bank.server.jar");
        if (named != null) {
            return Path.of(named);
        }
        URI here = URI.create(TemporaryBank.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toString());
        return Path.of(here)
                .resolve("../../../bank-server/target/bank-server.jar")
                .normalize();
    }
}
