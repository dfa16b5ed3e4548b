package org.debitcredit.server.doctor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The machine as Linux describes it in files. What the files do not show is empty.
 *
 * @param root of the file system; another one in tests
 * @param heapBytesMax the largest heap of a JVM with the options of this one
 */
public record LinuxMachine(Path root, long heapBytesMax) {

    /** Bytes. For a group without a limit the kernel writes a word (cgroup v2), or a number near 2^63 (v1). */
    private static final Pattern LIMIT = Pattern.compile("\\d{1,18}");

    private static final long UNLIMITED_V1 = 1L << 60;

    private static final Pattern CHOSEN = Pattern.compile("\\[(\\w+)]");

    /** This machine. */
    public static final LinuxMachine HERE =
            new LinuxMachine(Path.of("/"), Runtime.getRuntime().maxMemory());

    private Optional<String> text(String file) {
        try {
            return Optional.of(Files.readString(root.resolve(file)).strip());
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private OptionalLong kilobytes(String name) {
        Matcher matcher = Pattern.compile("(?m)^" + name + ":\\s+(\\d+) kB$")
                .matcher(text("proc/meminfo").orElse(""));
        return matcher.find() ? OptionalLong.of(Long.parseLong(matcher.group(1)) << 10) : OptionalLong.empty();
    }

    /** Memory that a process may use: that of the machine, or less if the container has a limit. */
    OptionalLong memoryBytes() {
        OptionalLong all = kilobytes("MemTotal");
        OptionalLong group = text("sys/fs/cgroup/memory.max")
                .or(() -> text("sys/fs/cgroup/memory/memory.limit_in_bytes"))
                .filter(limit -> LIMIT.matcher(limit).matches())
                .map(limit -> OptionalLong.of(Long.parseLong(limit)))
                .filter(limit -> limit.getAsLong() < UNLIMITED_V1)
                .orElse(OptionalLong.empty());
        return group.isPresent() && (all.isEmpty() || group.getAsLong() < all.getAsLong()) ? group : all;
    }

    /** Bytes of memory that the system may write to disk, and read back when a transaction needs them. */
    OptionalLong swapBytes() {
        return kilobytes("SwapTotal");
    }

    /** When the kernel uses large pages: always, madvise or never. */
    Optional<String> largePages() {
        return text("sys/kernel/mm/transparent_hugepage/enabled")
                .map(CHOSEN::matcher)
                .filter(Matcher::find)
                .map(matcher -> matcher.group(1));
    }

    /** The hardware by which the kernel tells the time. */
    Optional<String> clockSource() {
        return text("sys/devices/system/clocksource/clocksource0/current_clocksource");
    }

    /** Whether there are files of a time service on this machine. They do not prove that the clock is right. */
    boolean isClockSynchronized() {
        return Files.exists(root.resolve("run/systemd/timesync/synchronized"))
                || Files.isDirectory(root.resolve("run/chrony"))
                || Files.exists(root.resolve("run/ntpd.pid"))
                || Files.exists(root.resolve("var/lib/ntp/drift"));
    }
}
