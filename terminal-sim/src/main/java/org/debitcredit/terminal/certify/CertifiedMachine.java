package org.debitcredit.terminal.certify;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.UnixOperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** This machine: what it has, for the sizing, and its description, for the report. */
final class CertifiedMachine {

    private static final long MEGABYTE = 1L << 20;
    private static final long KILOBYTES_PER_MEGABYTE = 1_024;
    private static final String AVAILABLE = "MemAvailable:";

    private CertifiedMachine() {}

    static Sizing.Machine of(CertifyPlan plan) {
        Storage data = Storage.at(plan.server().dataFolder());
        Path mirrorFolder = plan.server().mirrorFolder();
        Storage mirror = mirrorFolder == null ? data : Storage.at(mirrorFolder);
        return new Sizing.Machine(
                Math.min(memoryBytes() / MEGABYTE, availableMegabytes()),
                Runtime.getRuntime().maxMemory() / MEGABYTE,
                data.disk(),
                mirror.disk(),
                Storage.at(plan.report()).disk(),
                descriptors());
    }

    /** Facts by name. */
    static SortedMap<String, String> describe(CertifyPlan plan) {
        SortedMap<String, String> facts = new TreeMap<>();
        facts.put("processors", Integer.toString(Runtime.getRuntime().availableProcessors()));
        facts.put("memory", String.format(Locale.ROOT, "%,d MB", memoryBytes() / MEGABYTE));
        facts.put(
                "system",
                System.getProperty("os.name") + " " + System.getProperty("os.version") + " "
                        + System.getProperty("os.arch"));
        facts.put("JVM", System.getProperty("java.vm.name") + " " + System.getProperty("java.runtime.version"));
        facts.put(
                "JVM options of the terminals",
                String.join(
                        " ",
                        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                                .filter(option -> option.startsWith("-X"))
                                .toList()));
        if (plan.server().url() == null) {
            facts.put(
                    "JVM options of the server",
                    String.join(" ", CertificationServers.plan(plan).javaOptions()));
            facts.put("disk of the data", Storage.of(plan.server().dataFolder()).words());
            Path mirror = plan.server().mirrorFolder();
            if (mirror != null) {
                facts.put("disk of the mirror", Storage.of(mirror).words());
            }
        }
        return facts;
    }

    /** What new processes can have without swapping, as Linux estimates it; where it does not say, all of it. */
    private static long availableMegabytes() {
        try (Stream<String> facts = Files.lines(Path.of("/proc/meminfo"))) {
            return facts.filter(fact -> fact.startsWith(AVAILABLE))
                    .map(fact -> fact.substring(AVAILABLE.length()).replace("kB", "").strip())
                    .mapToLong(kilobytes -> Long.parseLong(kilobytes) / KILOBYTES_PER_MEGABYTE)
                    .findFirst()
                    .orElse(Long.MAX_VALUE);
        } catch (IOException noLinux) {
            return Long.MAX_VALUE;
        }
    }

    private static long memoryBytes() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize();
    }

    private static long descriptors() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
                ? unix.getMaxFileDescriptorCount()
                : Long.MAX_VALUE;
    }
}
