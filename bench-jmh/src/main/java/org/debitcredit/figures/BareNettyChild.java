package org.debitcredit.figures;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.debitcredit.bench.BareNetty;
import org.debitcredit.bench.ScratchDirectory;

/** {@link BareNetty} on a free port, with a bank that is deleted on close. */
final class BareNettyChild implements AutoCloseable {

    private static final long LOOK_NANOS = 50_000_000;
    private static final long START_NANOS = 60_000_000_000L;

    private final ScratchDirectory data;
    private final Process process;
    private final int port;

    BareNettyChild(Sitting sitting) throws IOException {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        data = new ScratchDirectory(sitting.scratch());
        List<String> command = sitting.java("-Xmx4g");
        command.addAll(List.of("-cp", sitting.benchmarksJar().toString(), BareNetty.class.getName()));
        command.addAll(List.of("--port=" + port, "--directory=" + data.path()));
        process = new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            awaitListening();
        } catch (IOException | RuntimeException e) {
            close();
            throw e;
        }
    }

    private void awaitListening() throws IOException {
        long begun = System.nanoTime();
        while (!isListening()) {
            if (!process.isAlive() || System.nanoTime() - begun > START_NANOS) {
                throw new IOException("BareNetty did not begin to listen on port " + port);
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    private boolean isListening() {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    int port() {
        return port;
    }

    long pid() {
        return process.pid();
    }

    /** Kills the process, which would not end by itself, and deletes its bank. */
    @Override
    public void close() throws IOException {
        try {
            process.destroyForcibly().waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        data.close();
    }
}
