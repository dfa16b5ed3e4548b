package org.debitcredit.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A separate ext4 file system that can be made to hang: a process that writes or forces there waits in the kernel until
 * the hang ends, and cannot even be killed. If the machine does not allow this, the test is skipped with the reason.
 */
final class FreezingDisk implements AutoCloseable {

    private final Path image;
    private final Path mount;
    private final Thread thawing = new Thread(this::close);
    private boolean isFrozen;

    private FreezingDisk(Path image, Path mount) {
        this.image = image;
        this.mount = mount;
    }

    /** Makes one in a folder, and freezes it once. */
    static FreezingDisk make(Path folder, long bytes) throws IOException {
        FreezingDisk disk = new FreezingDisk(folder.resolve("freezing-disk.image"), folder.resolve("freezing-disk"));
        Files.createDirectory(disk.mount);
        try (RandomAccessFile image = new RandomAccessFile(disk.image.toFile(), "rw")) {
            image.setLength(bytes);
        }
        Runtime.getRuntime().addShutdownHook(disk.thawing);
        String hindrance = disk.hindrance();
        if (!hindrance.isEmpty()) {
            disk.close();
            System.out.println("skipped: no disk can be made to hang here: " + hindrance);
        }
        assumeTrue(hindrance.isEmpty(), "no disk can be made to hang here: " + hindrance);
        return disk;
    }

    private String hindrance() {
        String reason = CommandRun.failure("mkfs.ext4", "-q", "-F", image.toString());
        if (reason.isEmpty()) {
            reason = CommandRun.failure("mount", "-t", "ext4", "-o", "loop", image.toString(), mount.toString());
        }
        if (reason.isEmpty()) {
            reason = CommandRun.failure("fsfreeze", "-f", mount.toString());
        }
        return reason.isEmpty() ? CommandRun.failure("fsfreeze", "-u", mount.toString()) : reason;
    }

    Path path() {
        return mount;
    }

    /** It hangs from now on. */
    synchronized void freeze() {
        assertThat(CommandRun.failure("fsfreeze", "-f", mount.toString())).isEmpty();
        isFrozen = true;
    }

    /** Ends the hang. */
    synchronized void thaw() {
        if (isFrozen) {
            isFrozen = false;
            assertThat(CommandRun.failure("fsfreeze", "-u", mount.toString())).isEmpty();
        }
    }

    @Override
    public void close() {
        thaw();
        if (!CommandRun.failure("umount", mount.toString()).isEmpty()) {
            CommandRun.failure("umount", "-l", mount.toString());
        }
    }
}
