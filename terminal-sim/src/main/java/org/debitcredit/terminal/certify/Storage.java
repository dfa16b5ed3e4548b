package org.debitcredit.terminal.certify;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.debitcredit.terminal.server.TemporaryFolder;

/** The storage below a folder. */
record Storage(Path folder) {

    private static final int FORCES_MAX = 500;
    private static final long PROBE_NANOS_MAX = 1_500_000_000L;
    private static final int FORCED_BYTES = 4_096;
    private static final double NANOS_PER_MILLI = 1e6;
    private static final double NANOS_PER_SECOND = 1e9;

    /** Of a folder, which is made if there is none. */
    static Storage of(Path folder) {
        try {
            return new Storage(Files.createDirectories(folder));
        } catch (IOException unwritable) {
            throw new UncheckedIOException(unwritable);
        }
    }

    /** Of a folder, or of where it will be made: the nearest one above it that is there. */
    static Storage at(Path folder) {
        Path there = folder.toAbsolutePath();
        for (Path above = there.getParent(); above != null && !Files.exists(there); above = above.getParent()) {
            there = above;
        }
        return new Storage(there);
    }

    /** The disk that it is on. */
    Sizing.Disk disk() {
        try {
            return new Sizing.Disk(device(), Files.getFileStore(folder).getUsableSpace());
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** Its device and file system. */
    String words() {
        try {
            FileStore store = Files.getFileStore(folder);
            return store.name() + ", " + store.type();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /**
     * What two folders of a bank share, in a sentence; empty if they are on different disks.
     *
     * @param devices where the system lists its devices by their numbers: {@code /sys/dev/block}
     */
    String sharedWith(Storage other, Path devices) {
        if (device().equals(other.device())) {
            return "Data and mirror were in two directories of one file system.";
        }
        Set<Path> own = disks(devices);
        Set<Path> others = other.disks(devices);
        if (own.isEmpty() || others.isEmpty()) {
            return "Data and mirror were on two file systems, and whether on two disks is not known.";
        }
        return Collections.disjoint(own, others) ? "" : "Data and mirror were on two file systems of one disk.";
    }

    /** The disks below its file system; none where the system does not say. */
    private Set<Path> disks(Path devices) {
        if (!(device() instanceof Long number)) {
            return Set.of();
        }
        // As Linux packs the two parts of the number.
        long major = ((number >>> 8) & 0xfffL) | ((number >>> 32) & ~0xfffL);
        long minor = (number & 0xffL) | ((number >>> 12) & ~0xffL);
        return disksBelow(devices.resolve(major + ":" + minor));
    }

    /** The disk of a partition, those of the parts of a volume, or the device itself; none if there is no such one. */
    static Set<Path> disksBelow(Path device) {
        try {
            Path real = device.toRealPath();
            Set<Path> disks = new TreeSet<>();
            Path parts = real.resolve("slaves");
            if (Files.isDirectory(parts)) {
                try (DirectoryStream<Path> each = Files.newDirectoryStream(parts)) {
                    each.forEach(part -> disks.addAll(disksBelow(part)));
                }
            }
            if (disks.isEmpty()) {
                Path disk = real.getParent();
                disks.add(disk != null && Files.exists(real.resolve("partition")) ? disk : real);
            }
            return disks;
        } catch (IOException absent) {
            return Set.of();
        }
    }

    /** By the number that the system gives to a device, where it gives one. */
    private Object device() {
        try {
            return Files.getAttribute(folder, "unix:dev");
        } catch (UnsupportedOperationException | IllegalArgumentException noUnix) {
            return words();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** Forces short writes, one after the other, for at most 1.5 s. */
    void probe(Map<String, String> facts, String name) {
        List<Long> nanos = new ArrayList<>();
        try (TemporaryFolder probe = TemporaryFolder.in(folder, "probe-");
                FileChannel file = FileChannel.open(
                        probe.path().resolve("forces"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            ByteBuffer zeros = ByteBuffer.allocate(FORCED_BYTES * FORCES_MAX);
            file.write(zeros, 0);
            file.force(true);
            ByteBuffer block = ByteBuffer.allocate(FORCED_BYTES);
            long begun = System.nanoTime();
            while (nanos.size() < FORCES_MAX && System.nanoTime() - begun < PROBE_NANOS_MAX) {
                long from = System.nanoTime();
                file.write(block.clear(), (long) nanos.size() * FORCED_BYTES);
                file.force(false);
                nanos.add(System.nanoTime() - from);
            }
        } catch (IOException unwritable) {
            throw new UncheckedIOException(unwritable);
        }
        Collections.sort(nanos);
        long total = nanos.stream().mapToLong(Long::longValue).sum();
        facts.put(
                name,
                String.format(
                        Locale.ROOT,
                        "%,d writes of %,d bytes, each forced: %,.0f a second, median %.2f ms, 99 %% under %.2f ms",
                        nanos.size(),
                        FORCED_BYTES,
                        nanos.size() / (total / NANOS_PER_SECOND),
                        nanos.get(nanos.size() / 2) / NANOS_PER_MILLI,
                        nanos.get(nanos.size() * 99 / 100) / NANOS_PER_MILLI));
    }
}
