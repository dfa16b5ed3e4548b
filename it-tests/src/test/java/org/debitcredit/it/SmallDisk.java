package org.debitcredit.it;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A file system of few megabytes, where the machine lets this user mount one; else the test is skipped and says why.
 */
final class SmallDisk implements AutoCloseable {

    private static final String BALLAST = "ballast";

    private final Path mount;

    private SmallDisk(Path mount) {
        this.mount = mount;
    }

    static SmallDisk mount(Path folder, String size) throws IOException {
        Path mount = Files.createDirectory(folder.resolve("small-disk"));
        String reason;
        try {
            CommandRun run = CommandRun.of("mount", "-t", "tmpfs", "-o", "size=" + size, "tmpfs", mount.toString());
            reason = run.exitCode() == 0 ? "" : run.stderr().strip();
        } catch (UncheckedIOException e) {
            reason = e.toString();
        }
        if (!reason.isEmpty()) {
            System.out.println("skipped: no small disk can be mounted here: " + reason);
        }
        assumeTrue(reason.isEmpty(), "no small disk can be mounted here: " + reason);
        return new SmallDisk(mount);
    }

    Path path() {
        return mount;
    }

    /** Fills it up to so many free bytes, whatever else is written to it meanwhile. */
    void leaveFree(long bytes) throws IOException {
        byte[] chunk = new byte[1 << 16];
        try (OutputStream out = Files.newOutputStream(mount.resolve(BALLAST))) {
            for (long left = excess(bytes); left > 0; left = excess(bytes)) {
                out.write(chunk, 0, (int) Math.min(left, chunk.length));
            }
        }
    }

    private long excess(long bytes) {
        return mount.toFile().getUsableSpace() - bytes;
    }

    /** Gives back what {@link #leaveFree} took. */
    void makeRoom() throws IOException {
        Files.delete(mount.resolve(BALLAST));
    }

    @Override
    public void close() {
        if (CommandRun.of("umount", mount.toString()).exitCode() != 0) {
            CommandRun.of("umount", "-l", mount.toString());
        }
    }
}
