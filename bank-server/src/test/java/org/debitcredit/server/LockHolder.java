package org.debitcredit.server;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.debitcredit.storage.DirectoryLock;

/** A process that holds the lock of a directory, as a server does, until it is ended. */
final class LockHolder {

    private static final long SECONDS_MAX = 60;

    private LockHolder() {}

    /** @param arguments the directory */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        try (DirectoryLock lock = DirectoryLock.acquire(Path.of(arguments[0]))) {
            if (!new CountDownLatch(1).await(SECONDS_MAX, TimeUnit.SECONDS)) {
                lock.requireHeld();
            }
        }
    }
}
