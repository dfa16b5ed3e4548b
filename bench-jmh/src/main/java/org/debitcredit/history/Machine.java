package org.debitcredit.history;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * The machine on which something was measured.
 *
 * @param cores processors that the JVM saw
 * @param cpu their model, or the architecture if it is unknown
 * @param os name and version
 * @param jdk version of the Java runtime
 */
public record Machine(int cores, String cpu, String os, String jdk) {

    private static final Path CPU_INFO = Path.of("/proc/cpuinfo");

    public Machine {
        if (cores < 1) {
            throw new IllegalArgumentException("cores is " + cores + "; it must be at least 1");
        }
        Objects.requireNonNull(cpu, "cpu is missing");
        Objects.requireNonNull(os, "os is missing");
        Objects.requireNonNull(jdk, "jdk is missing");
    }

    /** The one this runs on. */
    public static Machine here() {
        return new Machine(
                Runtime.getRuntime().availableProcessors(),
                cpuHere(),
                System.getProperty("os.name") + " " + System.getProperty("os.version"),
                System.getProperty("java.runtime.version"));
    }

    /** What machines must share for their ratios to be compared: processors and the JDK's feature release. */
    public String kind() {
        return cores + " x " + cpu + ", JDK " + jdk.replaceFirst("[^0-9].*", "");
    }

    private static String cpuHere() {
        String architecture = System.getProperty("os.arch");
        if (!Files.isReadable(CPU_INFO)) {
            return architecture;
        }
        try (Stream<String> lines = Files.lines(CPU_INFO)) {
            return lines.filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).trim())
                    .findFirst()
                    .orElse(architecture);
        } catch (IOException e) {
            return architecture;
        }
    }
}
