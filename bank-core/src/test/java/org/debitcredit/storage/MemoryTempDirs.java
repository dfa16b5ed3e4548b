package org.debitcredit.storage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDirFactory;

/**
 * Makes the tests' temporary directories in memory where the machine has a file system for that with room to spare: a
 * test that cuts no power learns nothing from a disk but how long it takes to force. Elsewhere, and with
 * {@code -Dbank.test.disk=true}, they are where the JVM has its temporary files.
 */
public final class MemoryTempDirs implements TempDirFactory {

    private static final Path MEMORY = Path.of("/dev/shm");
    private static final long USABLE_BYTES_MIN = 4L << 30;
    private static final String PREFIX = "bank-test-";

    @Override
    public Path createTempDirectory(AnnotatedElementContext element, ExtensionContext test) throws IOException {
        return hasRoom() ? Files.createTempDirectory(MEMORY, PREFIX) : Files.createTempDirectory(PREFIX);
    }

    private static boolean hasRoom() throws IOException {
        return !Boolean.getBoolean("bank.test.disk")
                && Files.isWritable(MEMORY)
                && Files.getFileStore(MEMORY).type().equals("tmpfs")
                && Files.getFileStore(MEMORY).getUsableSpace() >= USABLE_BYTES_MIN;
    }
}
