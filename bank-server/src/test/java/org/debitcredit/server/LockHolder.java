package org.debitcredit.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.debitcredit.storage.DirectoryLock;

/** A process that holds the lock of a directory, as a server does, until it is ended. */
final class LockHolder {

    private static final long SECONDS_MAX = 60;

    private LockHolder() {}

    /**
     * @param arguments the directory, and for how many seconds the process goes on without the lock once it is to end,
     *     as a server does while it closes its network
     */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        DirectoryLock lock = DirectoryLock.acquire(Path.of(arguments[0]));
        if (arguments.length > 1) {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> goOn(lock, Long.parseLong(arguments[1]))));
        }
        if (!new CountDownLatch(1).await(SECONDS_MAX, TimeUnit.SECONDS)) {
            lock.requireHeld();
        }
    }

    private static void goOn(DirectoryLock lock, long seconds) {
        try {
            lock.close();
            if (new CountDownLatch(1).await(seconds, TimeUnit.SECONDS)) {
                throw new IllegalStateException("nobody counts down");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
