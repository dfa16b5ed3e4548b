package org.debitcredit.it;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Listens where a proxy is said to be, and counts who comes. */
final class Trap implements AutoCloseable {

    private final ServerSocket listener;
    private final List<String> caught = new CopyOnWriteArrayList<>();

    Trap() {
        try {
            listener = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Thread thread = new Thread(this::accept, "trap");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        while (true) {
            try (Socket socket = listener.accept()) {
                caught.add(socket.getRemoteSocketAddress().toString());
            } catch (IOException closed) {
                return;
            }
        }
    }

    int port() {
        return listener.getLocalPort();
    }

    /** Who came. */
    List<String> caught() {
        return List.copyOf(caught);
    }

    /** Options by which a JVM sends all that it sends by sockets or by HTTP to these traps. */
    static String[] options(Trap socks, Trap http) {
        return new String[] {
            "-DsocksProxyHost=127.0.0.1",
            "-DsocksProxyPort=" + socks.port(),
            "-Dhttp.proxyHost=127.0.0.1",
            "-Dhttp.proxyPort=" + http.port(),
            "-Dhttps.proxyHost=127.0.0.1",
            "-Dhttps.proxyPort=" + http.port(),
            "-Djava.net.useSystemProxies=false"
        };
    }

    @Override
    public void close() {
        try {
            listener.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
