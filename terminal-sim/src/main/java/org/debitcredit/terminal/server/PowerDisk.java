package org.debitcredit.terminal.server;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import org.debitcredit.console.FailureText;
import org.debitcredit.terminal.console.RunFailure;

/**
 * An ext4 file system of its own whose power can be cut: from then on nothing reaches it any more, the journal of the
 * file system included, and what was not forced before is gone. It needs root, loop devices and ext4.
 *
 * <pre>
 *   image file ─ mkfs.ext4 ─▶ loop device ─▶ mount, which commits by itself only after minutes
 *   cut: ioctl EXT4_IOC_SHUTDOWN with EXT4_GOING_FLAGS_NOLOGFLUSH
 * </pre>
 */
public final class PowerDisk implements AutoCloseable {

    /** The disk itself failed, so that nothing is known of what was on it. */
    public static final class Failed extends RuntimeException {
        Failed(String message) {
            super(message);
        }
    }

    /** Commands for {@code _IOR('X', 125, __u32)} with flag 2, tried in turn, because Java has no ioctl. */
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

    private static final String CANNOT_BE_RUN = " cannot be run: ";

    /** What is said where a container's rules forbid what root may do elsewhere. */
    private static final Pattern FORBIDDEN = Pattern.compile("[Pp]ermission denied|[Nn]ot permitted");

    /** Begins the line of a process's status with its effective capabilities, of which one bit is to mount. */
    private static final String CAPABILITIES = "CapEff:";

    private static final int HEXADECIMAL = 16;
    private static final int SYS_ADMIN = 21;
    private static final long COMMAND_SECONDS_MAX = 60;
    private static final long UNMOUNT_NANOS_MAX = 20_000_000_000L;
    private static final long RETRY_NANOS = 100_000_000;

    private final Path folder;
    private final Path image;
    private final Path mount;
    private final Thread onInterrupt = new Thread(this::end, "end-of-disk");
    private String hindrance = "";
    private boolean ended;

    private PowerDisk(Path folder, long bytes) throws IOException {
        this.folder = folder;
        this.image = folder.resolve("image");
        this.mount = Files.createDirectory(folder.resolve("disk"));
        Runtime.getRuntime().addShutdownHook(onInterrupt);
        try (RandomAccessFile file = new RandomAccessFile(image.toFile(), "rw")) {
            file.setLength(bytes);
        }
    }

    /** Makes a disk of a number of bytes in a new folder within the given one, and cuts its power once as a trial. */
    public static PowerDisk make(Path in, long bytes) {
        Interrupt.requireNone();
        try {
            PowerDisk disk =
                    new PowerDisk(Files.createTempDirectory(Files.createDirectories(in), "power-disk-"), bytes);
            try {
                disk.hindrance = disk.tryOut();
                return disk;
            } catch (RuntimeException failed) {
                disk.close();
                throw failed;
            }
        } catch (IOException unwritable) {
            throw new RunFailure("cannot make a disk in " + in + ": " + FailureText.of(unwritable), unwritable);
        }
    }

    /** What this machine lacks, so that the power of no disk can be cut here; empty if it lacks nothing. */
    public String hindrance() {
        return hindrance;
    }

    /**
     * What this machine lacks, so that no disk can be made, mounted or switched off; empty if one can.
     *
     * @throws Failed if it lacks nothing, and the disk failed
     */
    private String tryOut() {
        if (!mayMount(lines(Path.of("/proc/self/status")))) {
            return "this process has not the rights of root";
        }
        String failed = failure(List.of("mkfs.ext4", "-q", "-F", image.toString()));
        boolean isMade = failed.isEmpty();
        if (isMade) {
            failed = mountAgain();
        }
        if (failed.isEmpty()) {
            failed = switchOff();
        }
        if (failed.isEmpty()) {
            powerOn();
            return "";
        }
        // The kernel lists it once it has been asked for it.
        boolean hasExt4 = !isMade
                || lines(Path.of("/proc/filesystems")).stream()
                        .anyMatch(line -> line.strip().equals("ext4"));
        String missing = missing(failed, hasExt4, Files.exists(Path.of("/dev/loop-control")));
        if (missing.isEmpty()) {
            throw new Failed("the disk could not be made, mounted or switched off: " + failed);
        }
        return missing;
    }

    /**
     * What the machine lacks, by why a command failed; empty if it lacks nothing.
     *
     * @param hasExt4 whether the kernel has this file system, or has not been asked for it
     */
    static String missing(String failed, boolean hasExt4, boolean hasLoopDevices) {
        if (failed.contains(CANNOT_BE_RUN) || FORBIDDEN.matcher(failed).find()) {
            return failed;
        }
        if (!hasExt4) {
            return "the kernel has no ext4";
        }
        return hasLoopDevices ? "" : "there are no loop devices";
    }

    /** Whether a process may mount: root may, but not in every container. */
    static boolean mayMount(List<String> status) {
        return status.stream()
                .filter(line -> line.startsWith(CAPABILITIES))
                .map(line ->
                        new BigInteger(line.substring(CAPABILITIES.length()).strip(), HEXADECIMAL))
                .anyMatch(capabilities -> capabilities.testBit(SYS_ADMIN));
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException absent) {
            return List.of();
        }
    }

    /**
     * Mounts the disk, unless it has been ended: an interrupt ends it while the run goes on, and a later mount would
     * stay. Returns why that failed; empty if it did not.
     */
    private synchronized String mountAgain() {
        return ended
                ? "the disk has been removed"
                : failure(List.of("mount", "-t", "ext4", "-o", "loop,commit=300", image.toString(), mount.toString()));
    }

    private String switchOff() {
        String reason = "";
        for (List<String> cut : CUTS) {
            List<String> command = new ArrayList<>(cut);
            command.add(mount.toString());
            String failed = failure(command);
            if (failed.isEmpty()) {
                return "";
            }
            // That one of them is not there says less than that another one failed.
            if (reason.isEmpty() || reason.contains(CANNOT_BE_RUN)) {
                reason = failed;
            }
        }
        return reason;
    }

    /** Where files on it are. */
    public Path path() {
        return mount;
    }

    /** Cuts the power. Every process that still has files open here must end before {@link #powerOn}. */
    public void cutPower() {
        required(switchOff());
    }

    /** Mounts the disk as it is after the cut. */
    public void powerOn() {
        long until = System.nanoTime() + UNMOUNT_NANOS_MAX;
        String reason = failure(List.of("umount", mount.toString()));
        while (!reason.isEmpty() && System.nanoTime() - until < 0) {
            LockSupport.parkNanos(this, RETRY_NANOS);
            reason = failure(List.of("umount", mount.toString()));
        }
        required(reason);
        required(mountAgain());
    }

    private static void required(String failure) {
        if (!failure.isEmpty()) {
            throw new Failed("the disk with the power cut failed: " + failure);
        }
    }

    /** Why a command failed; empty if it did not. */
    private static String failure(List<String> command) {
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            process.getOutputStream().close();
            // These commands write a line or two, which fits into the pipe.
            if (!process.waitFor(COMMAND_SECONDS_MAX, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                return command.get(0) + " did not end within " + COMMAND_SECONDS_MAX + " s";
            }
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            return process.exitValue() == 0
                    ? ""
                    : command.get(0) + " failed: " + said.lines().findFirst().orElse("");
        } catch (IOException absent) {
            return command.get(0) + CANNOT_BE_RUN + absent.getMessage();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return "interrupted";
        }
    }

    @Override
    public void close() {
        end();
        try {
            Runtime.getRuntime().removeShutdownHook(onInterrupt);
        } catch (IllegalStateException interrupted) {
            // The hook is running; it does the same.
        }
    }

    private synchronized void end() {
        ended = true;
        if (isMounted() && !failure(List.of("umount", mount.toString())).isEmpty()) {
            failure(List.of("umount", "-l", mount.toString()));
        }
        Deletion.of(folder);
    }

    private boolean isMounted() {
        try {
            return Files.readString(Path.of("/proc/self/mounts")).contains(" " + mount + " ");
        } catch (IOException absent) {
            return Files.exists(mount);
        }
    }
}
