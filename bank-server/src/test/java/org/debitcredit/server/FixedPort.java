package org.debitcredit.server;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A free port for a server that starts again at the same one. It is below the range from which Linux takes the ports of
 * connections and of servers that ask for any, so that nobody else gets it while the server is down.
 */
final class FixedPort {

    private static final int FIRST = 20_000;
    private static final int END = 32_000;
    private static final int TRIES = 100;

    private FixedPort() {}

    static int free() throws IOException {
        for (int i = 0; i < TRIES; i++) {
            int port = ThreadLocalRandom.current().nextInt(FIRST, END);
            try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return socket.getLocalPort();
            } catch (BindException taken) {
                // Another one is drawn.
            }
        }
        throw new IOException("no port from " + FIRST + " to " + END + " is free");
    }
}
