package org.debitcredit.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * An ext4 file system of its own whose power can be cut: from then on nothing reaches it any more, the journal of the
 * file system included, and what was not forced before is gone. Where the machine does not allow it, the test is
 * skipped and says why.
 *
 * <pre>
 *   image file ─ mkfs.ext4 ─▶ loop device ─▶ mount, which commits by itself only after minutes
 *   cut(): ioctl EXT4_IOC_SHUTDOWN with EXT4_GOING_FLAGS_NOLOGFLUSH
 * </pre>
 */
final class PowerCutDisk implements AutoCloseable {

    /** {@code _IOR('X', 125, __u32)}, with flag 2. Java has no ioctl; one of these has. */
    private static final List<List<String>> CUTS = List.of(
            List.of(
                    "python3",
                    "-c",
                    "import fcntl,os,struct,sys;"
                            + "fcntl.ioctl(os.open(sys.argv[1],os.O_RDONLY),0x8004587D,struct.pack('I',2))"),
            List.of(
                    "perl",
                    "-e",
                    "use Fcntl; sysopen(my $d,$ARGV[0],O_RDONLY) or die $!; my $f=pack('L',2);"
                            + " ioctl($d,0x8004587D,$f) or die $!"),
            List.of("xfs_io", "-x", "-c", "shutdown"));

    private final Path image;
    private final Path mount;

    private PowerCutDisk(Path image, Path mount) {
        this.image = image;
        this.mount = mount;
    }

    /** Makes one in a folder, and tries its power switch once. */
    static PowerCutDisk make(Path folder, long bytes) throws IOException {
        PowerCutDisk disk = new PowerCutDisk(folder.resolve("power-disk.image"), folder.resolve("power-disk"));
        Files.createDirectory(disk.mount);
        try (RandomAccessFile image = new RandomAccessFile(disk.image.toFile(), "rw")) {
            image.setLength(bytes);
        }
        String hindrance = disk.hindrance();
        if (!hindrance.isEmpty()) {
            disk.close();
            System.out.println("skipped: no disk's power can be cut here: " + hindrance);
        }
        assumeTrue(hindrance.isEmpty(), "no disk's power can be cut here: " + hindrance);
        return disk;
    }

    private String hindrance() {
        String reason = CommandRun.failure("mkfs.ext4", "-q", "-F", image.toString());
        if (reason.isEmpty()) {
            reason = mountAgain();
        }
        if (reason.isEmpty()) {
            reason = switchOff();
        }
        if (reason.isEmpty()) {
            reason = CommandRun.failure("umount", mount.toString());
        }
        return reason.isEmpty() ? mountAgain() : reason;
    }

    private String mountAgain() {
        return CommandRun.failure("mount", "-t", "ext4", "-o", "loop,commit=300", image.toString(), mount.toString());
    }

    private String switchOff() {
        String reason = "";
        for (List<String> cut : CUTS) {
            List<String> command = new ArrayList<>(cut);
            command.add(mount.toString());
            reason = CommandRun.failure(command.toArray(String[]::new));
            if (reason.isEmpty()) {
                return "";
            }
        }
        return reason;
    }

    Path path() {
        return mount;
    }

    /** Cuts the power. Who still has files open here must end before {@link #powerOn}. */
    void cutPower() {
        assertThat(switchOff()).isEmpty();
    }

    /** The disk as it is after the cut. */
    void powerOn() {
        await().atMost(Duration.ofSeconds(20))
                .until(() -> CommandRun.failure("umount", mount.toString()), String::isEmpty);
        assertThat(mountAgain()).isEmpty();
    }

    @Override
    public void close() {
        if (!CommandRun.failure("umount", mount.toString()).isEmpty()) {
            CommandRun.failure("umount", "-l", mount.toString());
        }
    }
}
