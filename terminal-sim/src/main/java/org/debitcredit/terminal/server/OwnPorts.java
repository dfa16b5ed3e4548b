package org.debitcredit.terminal.server;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.HashSet;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.debitcredit.terminal.console.RunFailure;

/**
 * Free ports of loopback below those that systems give to clients. A server can return to such a port after it was
 * killed: no connection that was opened meanwhile can have it. A client that asks again and again for a port among
 * those of clients connects to itself sooner or later, and then holds that port.
 */
public final class OwnPorts {

    private static final int LOWEST = 20_000;

    /** Linux gives clients 32,768 and above, and other systems 49,152 and above. */
    private static final int BEFORE = 32_000;

    private static final int TRIES_MAX = 100;

    private final RandomGenerator random;
    private final Set<Integer> given = new HashSet<>();

    public OwnPorts(RandomGenerator random) {
        this.random = random;
    }

    /** Two free ports that were not given before. */
    public ServerPorts ofServer() {
        return new ServerPorts(next(), next());
    }

    /** A free port that was not given before. */
    int next() {
        for (int tries = 0; tries < TRIES_MAX; tries++) {
            int port = random.nextInt(LOWEST, BEFORE);
            if (isFree(port) && given.add(port)) {
                return port;
            }
        }
        throw new RunFailure("found no free port from " + LOWEST + " to " + (BEFORE - 1));
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (IOException inUse) {
            return false;
        }
    }
}
