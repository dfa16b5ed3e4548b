package org.debitcredit.storage;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class DirectoryLockTest {

    @TempDir
    private Path directory;

    /** A check is relied on for 10 ms. One that failed is no such check, whichever thread made it. */
    @Test
    void afterALookThatFailedEveryNextOneFailsAtOnce() throws IOException {
        try (DirectoryLock lock = DirectoryLock.acquire(directory)) {
            assertThatCode(lock::requireHeld).doesNotThrowAnyException();
            Files.delete(directory.resolve("lock"));
            IOException first = null;
            while (first == null) {
                first = refusal(lock);
            }
            for (int i = 0; i < 1_000; i++) {
                assertThatIOException().isThrownBy(lock::requireHeld).withMessageContaining("no longer exists");
            }
        }
    }

    private static @Nullable IOException refusal(DirectoryLock lock) {
        try {
            lock.requireHeld();
            return null;
        } catch (IOException e) {
            return e;
        }
    }
}
