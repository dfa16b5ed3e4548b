package org.debitcredit.it;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A second, read-only view of a directory, where the machine lets this user mount one; else the test is skipped aloud.
 */
final class ReadOnlyMount implements AutoCloseable {

    private final Path mount;

    private ReadOnlyMount(Path mount) {
        this.mount = mount;
    }

    static ReadOnlyMount of(Path directory, Path at) throws IOException {
        ReadOnlyMount made = new ReadOnlyMount(Files.createDirectory(at));
        String reason = CommandRun.failure("mount", "--bind", directory.toString(), at.toString());
        if (reason.isEmpty()) {
            reason = CommandRun.failure("mount", "-o", "remount,ro,bind", at.toString());
            if (!reason.isEmpty()) {
                made.close();
            }
        }
        if (!reason.isEmpty()) {
            System.out.println("skipped: nothing can be mounted read-only here: " + reason);
        }
        assumeTrue(reason.isEmpty(), "nothing can be mounted read-only here: " + reason);
        return made;
    }

    Path path() {
        return mount;
    }

    @Override
    public void close() {
        if (!CommandRun.failure("umount", mount.toString()).isEmpty()) {
            CommandRun.failure("umount", "-l", mount.toString());
        }
    }
}
