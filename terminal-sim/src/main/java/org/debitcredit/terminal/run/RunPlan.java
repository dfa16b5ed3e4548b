package org.debitcredit.terminal.run;

import java.net.URI;
import java.nio.file.Path;
import org.debitcredit.console.HttpAddress;
import org.debitcredit.workload.Scenario;
import org.jspecify.annotations.Nullable;

/**
 * The plan of a run.
 *
 * @param url of the server; a path is taken off
 * @param token bearer token; null if the server has no security
 * @param terminals how many there are
 * @param seed of every random choice except the keys
 * @param folder that the run's files are written to
 * @param connectionsMax the most connections that the terminals may have open at one time
 */
public record RunPlan(
        URI url,
        @Nullable String token,
        Scenario scenario,
        int terminals,
        Phases phases,
        long seed,
        Path folder,
        int connectionsMax,
        StoreAndForward forwarding) {

    /** Enough for more than 100,000 requests a second that are answered within 10 ms. */
    public static final int CONNECTIONS_MAX = 1_000;

    public RunPlan {
        url = server(url);
        if (terminals < 1) {
            throw new IllegalArgumentException("--terminals is " + terminals + "; it must be at least 1");
        }
        if (connectionsMax < 1) {
            throw new IllegalArgumentException("--connections is " + connectionsMax + "; it must be at least 1");
        }
    }

    /**
     * The address of a server, without a path.
     *
     * @throws IllegalArgumentException if it does not have http or https and a host, or has a password
     */
    public static URI server(URI url) {
        HttpAddress.require("--url", url);
        return URI.create(url.getScheme() + "://" + url.getRawAuthority());
    }

    /** A plan with the usual number of connections and the usual store and forward. */
    public RunPlan(
            URI url, @Nullable String token, Scenario scenario, int terminals, Phases phases, long seed, Path folder) {
        this(url, token, scenario, terminals, phases, seed, folder, CONNECTIONS_MAX, StoreAndForward.USUAL);
    }

    /** The same plan, with its files in a folder. */
    public RunPlan in(Path other) {
        return new RunPlan(url, token, scenario, terminals, phases, seed, other, connectionsMax, forwarding);
    }

    /** The same plan with another store and forward. */
    public RunPlan forwarding(StoreAndForward other) {
        return new RunPlan(url, token, scenario, terminals, phases, seed, folder, connectionsMax, other);
    }
}
