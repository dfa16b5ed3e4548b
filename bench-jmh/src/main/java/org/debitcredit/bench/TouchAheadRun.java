package org.debitcredit.bench;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Measures the cost of page faults in a mapped journal, and how much touching its pages ahead of the writer would save:
 * the same groups are written into new zero-filled, forced files, by a mapping whose pages were not touched, one whose
 * pages were read before, one whose pages were written before, and by {@code write}. Each way has a file of its own in
 * each round, and each group is forced.
 */
@Command(
        name = "TouchAheadRun",
        mixinStandardHelpOptions = true,
        description = "Measure copying into a mapping, with and without its pages touched first, beside write.")
public final class TouchAheadRun implements Callable<Integer> {

    private static final int PAGE_BYTES = 4096;
    private static final int CHUNK_BYTES = 1 << 20;

    private enum Way {
        UNTOUCHED,
        READ_BEFORE,
        WRITTEN_BEFORE,
        WRITE
    }

    @Option(names = "--group-bytes", paramLabel = "N", description = "Bytes in a group (default: ${DEFAULT-VALUE}).")
    private int groupBytes = 50_000;

    @Option(
            names = "--groups",
            paramLabel = "N",
            description = "Groups written in each way in a round " + "(default: ${DEFAULT-VALUE}).")
    private int groups = 200;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            description = "Number of rounds, of which the medians are printed " + "(default: ${DEFAULT-VALUE}).")
    private int rounds = 9;

    @Option(
            names = "--directory",
            paramLabel = "DIR",
            description = "Directory in which the file is created " + "(default: ${DEFAULT-VALUE}).")
    private Path directory = Path.of("target", "bench");

    private long touched;

    public static void main(String[] arguments) {
        System.exit(new CommandLine(new TouchAheadRun()).execute(arguments));
    }

    @Override
    public Integer call() throws IOException {
        Way[] ways = Way.values();
        long[][] copyNanos = new long[ways.length][rounds];
        long[][] forceNanos = new long[ways.length][rounds];
        try (ScratchDirectory scratch = new ScratchDirectory(directory)) {
            for (int round = -1; round < rounds; round++) {
                for (Way way : ways) {
                    long[] nanos = measure(scratch.path().resolve(way + "-" + round), way);
                    if (round >= 0) {
                        copyNanos[way.ordinal()][round] = nanos[0];
                        forceNanos[way.ordinal()][round] = nanos[1];
                    }
                }
            }
        }
        System.out.printf(Locale.ROOT, "groups of %,d bytes, medians of %d rounds of %d%n", groupBytes, rounds, groups);
        for (Way way : ways) {
            System.out.printf(
                    Locale.ROOT,
                    "%-15s copy %6.1f us, force %6.1f us a group%n",
                    way,
                    median(copyNanos[way.ordinal()]) / 1e3,
                    median(forceNanos[way.ordinal()]) / 1e3);
        }
        return touched == Long.MIN_VALUE ? CommandLine.ExitCode.SOFTWARE : CommandLine.ExitCode.OK;
    }

    private long median(long[] sums) {
        long[] sorted = sums.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2] / groups;
    }

    /** Nanoseconds that all copies of a round took, and nanoseconds that all its forces took. */
    private long[] measure(Path path, Way way) throws IOException {
        long length = (long) groupBytes * groups;
        try (FileChannel file = FileChannel.open(
                path,
                StandardOpenOption.CREATE_NEW,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE,
                StandardOpenOption.DELETE_ON_CLOSE)) {
            ByteBuffer zeros = ByteBuffer.allocateDirect(CHUNK_BYTES);
            for (long at = 0; at < length; at += CHUNK_BYTES) {
                file.write(zeros.clear(), at);
            }
            file.force(true);
            MappedByteBuffer mapping = file.map(MapMode.READ_WRITE, 0, length);
            ByteBuffer group = ByteBuffer.allocateDirect(groupBytes);
            for (int i = 0; i < groupBytes; i++) {
                group.put(i, (byte) (i | 1));
            }
            long copied = 0;
            long forced = 0;
            for (int number = 0; number < groups; number++) {
                int at = number * groupBytes;
                touch(mapping, at, way);
                long start = System.nanoTime();
                if (way == Way.WRITE) {
                    file.write(group.clear(), at);
                } else {
                    mapping.put(at, group, 0, groupBytes);
                }
                long middle = System.nanoTime();
                file.force(false);
                forced += System.nanoTime() - middle;
                copied += middle - start;
            }
            return new long[] {copied, forced};
        }
    }

    /** Touching is not timed, because on a machine with free cores another thread would do it. */
    private void touch(MappedByteBuffer mapping, int from, Way way) {
        for (int at = from; at < from + groupBytes; at += PAGE_BYTES) {
            if (way == Way.READ_BEFORE) {
                touched += mapping.get(at);
            } else if (way == Way.WRITTEN_BEFORE) {
                mapping.put(at, (byte) 0);
            }
        }
    }
}
