package org.debitcredit.lab.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.debitcredit.counters.Counter;
import org.debitcredit.counters.Counts;
import org.debitcredit.counters.MachineReader;

/**
 * The disk of the banks' directory.
 *
 * @param directory in which the banks are created
 * @param device the name of the whole disk in {@code /proc/diskstats}; empty if it is not listed
 * @param access what an access takes on it; empty if that is not known, or if not every access is counted
 * @param missing why the disk cannot be the bottleneck, in a sentence; empty if it can
 */
public record DataDisk(Path directory, Optional<String> device, Optional<DiskAccess> access, Optional<String> missing) {

    /**
     * Finds the disk of a directory, which must exist, and probes it while nothing else uses it.
     *
     * @param leftovers remove the probe's file if this process is stopped meanwhile
     */
    public static DataDisk probed(Path directory, MachineReader machine, Leftovers leftovers) throws IOException {
        Optional<String> device = wholeDisk(directory, machine);
        if (device.isEmpty()) {
            return unknown(directory, device, "/proc/diskstats lists no device of " + directory);
        }
        Counts before = machine.machine(device.get(), Set.of());
        Optional<DiskAccess> access = DiskAccess.probed(directory, leftovers);
        Counts passed = machine.machine(device.get(), Set.of()).since(before);
        if (access.isEmpty()) {
            return unknown(
                    directory,
                    device,
                    "the file system of " + directory
                            + " allows no access past the page cache, so that it cannot be probed");
        }
        // Kernels before 5.5 count no flushes, and no kernel counts those of LVM and of encrypted volumes.
        return access.get().isMostlyFlush() && passed.get(Counter.DISK_FLUSHES) == 0
                ? unknown(directory, device, "/proc/diskstats counts no flushes of " + device.get())
                : new DataDisk(directory, device, access, Optional.empty());
    }

    /**
     * Whether two directories, which must exist, are known to be on one disk, in whatever partitions, mounts or logical
     * volumes.
     */
    public static boolean isShared(Path one, Path other, MachineReader machine) throws IOException {
        return !Collections.disjoint(disksBelow(one, machine), disksBelow(other, machine));
    }

    private static Set<String> disksBelow(Path directory, MachineReader machine) throws IOException {
        return wholeDisk(directory, machine).map(machine::disksBelow).orElse(Set.of());
    }

    private static Optional<String> wholeDisk(Path directory, MachineReader machine) throws IOException {
        // The number is right for LVM and /dev/root too, the name for file systems with a number of their own.
        return Stream.concat(
                        deviceNumber(directory).stream(),
                        Stream.of(Files.getFileStore(directory).name()))
                .flatMap(each -> machine.wholeDisk(each).stream())
                .findFirst();
    }

    private static DataDisk unknown(Path directory, Optional<String> device, String why) {
        return new DataDisk(directory, device, Optional.empty(), Optional.of("The disk is not counted: " + why + "."));
    }

    private static Optional<String> deviceNumber(Path directory) throws IOException {
        try {
            return Files.getAttribute(directory, "unix:dev") instanceof Long device
                    ? Optional.of(number(device))
                    : Optional.empty();
        } catch (UnsupportedOperationException | IllegalArgumentException notUnix) {
            return Optional.empty();
        }
    }

    /** The number as Linux writes it, {@code 254:0}, of a file's {@code st_dev}. */
    static String number(long device) {
        long major = ((device >> 8) & 0xfff) | ((device >> 32) & 0xffff_f000L);
        long minor = (device & 0xff) | ((device >> 12) & 0xffff_ff00L);
        return major + ":" + minor;
    }
}
