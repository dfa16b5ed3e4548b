package org.debitcredit.terminal.nation;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.debitcredit.terminal.console.WrongUsage;
import org.jspecify.annotations.Nullable;

/** Whether the memory of this machine suffices for the services of all regions. */
final class MemoryNeed {

    /** Of a service besides its heap: classes, compiled code, threads and buffers, MB. */
    private static final long BESIDES_HEAP_MEGABYTES = 200;

    private static final int MEGABYTE_BITS = 20;
    private static final int KILOBYTES_PER_MEGABYTE = 1_024;
    private static final Path MEMINFO = Path.of("/proc/meminfo");
    private static final String AVAILABLE = "MemAvailable:";

    private MemoryNeed() {}

    /** Refuses a plan for which the free memory does not suffice. */
    static void require(NationPlan plan) {
        String refusal = refusal(plan, Runtime.getRuntime().maxMemory() >> MEGABYTE_BITS, availableMegabytes());
        if (refusal != null) {
            throw new WrongUsage(refusal);
        }
    }

    /**
     * Why the memory does not suffice; null if it does.
     *
     * @param ownMegabytes heap of this process
     */
    static @Nullable String refusal(NationPlan plan, long ownMegabytes, long availableMegabytes) {
        long perService = plan.heapMegabytes() + BESIDES_HEAP_MEGABYTES;
        long needed = plan.regions() * perService + ownMegabytes;
        if (needed <= availableMegabytes) {
            return null;
        }
        long most = Math.max(0, (availableMegabytes - ownMegabytes) / perService);
        return String.format(
                Locale.ROOT,
                "%d regions need %,d MB of memory: %,d MB for each service, of which %,d MB are its heap, and "
                        + "%,d MB for the ATMs. This machine has %,d MB free, which suffices for %d regions. "
                        + "Take fewer --regions, or a smaller --heap",
                plan.regions(),
                needed,
                perService,
                plan.heapMegabytes(),
                ownMegabytes,
                availableMegabytes,
                most);
    }

    /** What programs can still take; all of the memory where the system does not say. */
    private static long availableMegabytes() {
        long total =
                ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize() >> MEGABYTE_BITS;
        try {
            return Files.readAllLines(MEMINFO).stream()
                    .filter(line -> line.startsWith(AVAILABLE))
                    .mapToLong(MemoryNeed::megabytes)
                    .map(free -> Math.min(free, total))
                    .findFirst()
                    .orElse(total);
        } catch (IOException absent) {
            return total;
        }
    }

    private static long megabytes(String line) {
        String kilobytes = line.substring(AVAILABLE.length()).replace("kB", "").strip();
        return Long.parseLong(kilobytes) / KILOBYTES_PER_MEGABYTE;
    }
}
