package org.debitcredit.terminal.server;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.debitcredit.bank.Preset;

/**
 * How a server of our own is started.
 *
 * @param jar of the server
 * @param javaOptions of its JVM
 * @param settings further arguments of {@code serve}, such as {@code --ledger=memory}
 */
public record ServerPlan(Path jar, List<String> javaOptions, int branches, Preset preset, List<String> settings) {

    private static final Duration START_MAX = Duration.ofMinutes(5);

    /** Accounts that a slow machine founds, or reads from a snapshot, in memory and in a database. */
    private static final long BALANCES_PER_SECOND = 2_000_000;

    private static final long ROWS_PER_SECOND = 20_000;

    /** A server with the product's own settings, from the jar and the options that the launcher names. */
    public static ServerPlan ofLauncher(int branches, Preset preset) {
        return new ServerPlan(launchersJar(), launchersJavaOptions(), branches, preset, List.of());
    }

    /** The same server with other settings. */
    public ServerPlan with(List<String> other) {
        return new ServerPlan(jar, javaOptions, branches, preset, other);
    }

    /** How long a start may take: some minutes, and what a slow machine takes to found the accounts or read them. */
    Duration startMax() {
        boolean isInMemory = settings.contains("--ledger=memory")
                || Collections.indexOfSubList(settings, List.of("--ledger", "memory")) >= 0;
        return START_MAX.plusSeconds(
                preset.scale(branches).accounts() / (isInMemory ? BALANCES_PER_SECOND : ROWS_PER_SECOND));
    }

    /** Options of the server's JVM: those of {@code bank.server.java-options}, one a line, or else {@code -Xmx2g}. */
    public static List<String> launchersJavaOptions() {
        return System.getProperty("bank.server.java-options", "-Xmx2g").lines().toList();
    }

    /** The server's jar: named by {@code bank.server.jar}, else where the build puts it, seen from this jar. */
    public static Path launchersJar() {
        String named = System.getProperty("bank.server.jar");
        if (named != null) {
            return Path.of(named);
        }
        URI here = URI.create(ServerPlan.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toString());
        return Path.of(here)
                .resolve("../../../bank-server/target/bank-server.jar")
                .normalize();
    }
}
