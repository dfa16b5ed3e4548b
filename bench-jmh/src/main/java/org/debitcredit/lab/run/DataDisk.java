package org.debitcredit.lab.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.debitcredit.counters.Counter;
import org.debitcredit.counters.MachineReader;

/**
 * The disk of the banks' directory.
 *
 * @param directory in which the banks are created
 * @param device as {@code /proc/diskstats} lists it, by its number or by its name; empty if it is not listed
 * @param access what an access takes on it; empty if it was not probed
 */
public record DataDisk(Path directory, Optional<String> device, Optional<DiskAccess> access) {

    /** Finds the disk of a directory, which must exist, and probes it while nothing else uses it. */
    public static DataDisk probed(Path directory, MachineReader machine) throws IOException {
        // The number is right for LVM and /dev/root too, the name for file systems with a number of their own.
        Optional<String> device = Stream.concat(
                        deviceNumber(directory).stream(),
                        Stream.of(Files.getFileStore(directory).name()))
                .filter(each ->
                        machine.machine(each, Set.of()).find(Counter.DISK_READS).isPresent())
                .findFirst();
        return new DataDisk(directory, device, device.isEmpty() ? Optional.empty() : DiskAccess.probed(directory));
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

    /** Why the disk is not counted, in a sentence; empty if it is. */
    public Optional<String> missing() {
        if (device.isEmpty()) {
            return Optional.of("The disk is not counted: /proc/diskstats lists no device of " + directory + ".");
        }
        return access.isPresent()
                ? Optional.empty()
                : Optional.of("The disk is not counted: the file system of " + directory
                        + " allows no access past the page cache, so that it cannot be probed.");
    }
}
