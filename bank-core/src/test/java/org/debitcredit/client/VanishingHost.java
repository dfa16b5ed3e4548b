package org.debitcredit.client;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Stands between a client and a server on loopback. When the host vanishes, its connections stay open, and nothing
 * passes over them any more; new ones reach the host that took its place.
 */
final class VanishingHost implements AutoCloseable {

    private final ServerSocket listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final int serverPort;
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private volatile AtomicBoolean vanished = new AtomicBoolean();

    VanishingHost(int serverPort) throws IOException {
        this.serverPort = serverPort;
        start(this::accept);
    }

    int port() {
        return listening.getLocalPort();
    }

    void vanish() {
        vanished.set(true);
        vanished = new AtomicBoolean();
    }

    private void accept() throws IOException {
        while (true) {
            Socket client = listening.accept();
            Socket server = new Socket(InetAddress.getLoopbackAddress(), serverPort);
            sockets.addAll(List.of(client, server));
            AtomicBoolean isGone = vanished;
            start(() -> pass(client, server, isGone));
            start(() -> pass(server, client, isGone));
        }
    }

    private static void pass(Socket from, Socket to, AtomicBoolean isGone) throws IOException {
        InputStream in = from.getInputStream();
        OutputStream out = to.getOutputStream();
        byte[] bytes = new byte[8_192];
        for (int read = in.read(bytes); read >= 0; read = in.read(bytes)) {
            if (!isGone.get()) {
                out.write(bytes, 0, read);
            }
        }
    }

    private interface Work {
        void run() throws IOException;
    }

    private static void start(Work work) {
        Thread thread = new Thread(
                () -> {
                    try {
                        work.run();
                    } catch (IOException closed) {
                        return;
                    }
                },
                "vanishing-host");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        listening.close();
        for (Socket socket : sockets) {
            socket.close();
        }
    }
}
