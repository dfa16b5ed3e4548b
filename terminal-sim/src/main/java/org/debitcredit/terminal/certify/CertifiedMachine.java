package org.debitcredit.terminal.certify;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.UnixOperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** This machine: what it has, for the sizing, and its description, for the report. */
final class CertifiedMachine {

    private static final long MEGABYTE = 1L << 20;
    private static final long KILOBYTES_PER_MEGABYTE = 1_024;

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
        facts.put("processor model", processorModel());
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
            facts.put(
                    "settings of the server",
                    CertificationServers.plan(plan).settings().stream()
                            .map(CertifyCommand::withoutPassword)
                            .collect(Collectors.joining(" ")));
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
        return told("/proc/meminfo", "MemAvailable")
                .map(available -> available.replace("kB", "").strip())
                .map(kilobytes -> Long.parseLong(kilobytes) / KILOBYTES_PER_MEGABYTE)
                .orElse(Long.MAX_VALUE);
    }

    private static String processorModel() {
        return told("/proc/cpuinfo", "model name").orElse("unknown, because the system does not say");
    }

    /** The first value of a name in a file in which Linux tells names and values; empty on another system. */
    private static Optional<String> told(String file, String name) {
        try (Stream<String> lines = Files.lines(Path.of(file))) {
            return lines.filter(line -> line.startsWith(name))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst();
        } catch (IOException noLinux) {
            return Optional.empty();
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
