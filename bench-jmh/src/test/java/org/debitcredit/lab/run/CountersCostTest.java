package org.debitcredit.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.debitcredit.bank.Preset;
import org.debitcredit.client.BankClient;
import org.debitcredit.console.ProgressLines;
import org.debitcredit.counters.MachineReader;
import org.debitcredit.streams.RemoteStreams;
import org.debitcredit.streams.StreamSettings;
import org.hipparchus.distribution.continuous.TDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.io.TempDirFactory;

/**
 * What it costs to read the counters. One service gets the same load in pairs of runs: in one all counters are read
 * each second, in the other only before and after it. Which is first changes from pair to pair, so that other load on
 * the machine affects both alike. A pair takes 24 s and the whole machine, so it is a command and no part of the build.
 * Beside it, the processor time of a reading is measured without a load. It moves less than a throughput where the host
 * serves others too, and a service that is limited by its processors loses this share. The server's jar is built before:
 *
 * <pre>
 * ./mvnw -pl bench-jmh -am test -Dtest=CountersCostTest -Dsurefire.failIfNoSpecifiedTests=false \
 *     -Dbank.lab.counters-cost=20
 * </pre>
 */
@EnabledIfSystemProperty(named = "bank.lab.counters-cost", matches = "\\d+")
class CountersCostTest {

    private static final double COST_MAX = 0.01;
    private static final double TAIL = 0.025;
    private static final int TERMINALS = 8;
    private static final int IN_FLIGHT = 16;
    private static final int HUNDREDS = 3;
    private static final int READINGS = 100;
    private static final Duration BETWEEN = Duration.ofMillis(100);
    private static final Setting SETTING = Starts.poor().but(draft -> {
        draft.processors = 0;
        draft.lineBytesPerSecond = 0;
        draft.heapMegabytes = 1_024;
        draft.ledger = Setting.MEMORY;
        draft.journal = Setting.FILE;
        draft.terminals = TERMINALS;
        draft.inFlight = IN_FLIGHT;
    });

    /** On a disk: what is forced in memory takes no time. */
    @TempDir(factory = TempDirFactory.Standard.class)
    Path temp;

    @Test
    void counters_that_are_read_each_second_cost_less_than_a_hundredth_of_the_throughput() throws IOException {
        int pairs = Math.max(2, Integer.getInteger("bank.lab.counters-cost"));
        List<Double> logRatios = new ArrayList<>();
        try (Leftovers leftovers = Leftovers.ofProcess(() -> {})) {
            OwnService services = OwnService.ofLauncher(temp.resolve("banks"), null, null, leftovers);
            String device = DataDisk.probed(temp, MachineReader.here(), leftovers)
                    .device()
                    .orElse("");
            ProgressLines silent = new ProgressLines(Duration.ofDays(1), System::nanoTime, line -> {});
            Service service = services.start(SETTING, leftovers, silent);
            ServiceWarmUp.readMeters(service, silent, System::nanoTime);
            perSecond(service, device, true);
            printProcessorTime(service, device);
            for (int pair = 1; pair <= pairs; pair++) {
                boolean isFirst = pair % 2 == 0;
                double one = perSecond(service, device, isFirst);
                double other = perSecond(service, device, !isFirst);
                double ratio = isFirst ? one / other : other / one;
                logRatios.add(Math.log(ratio));
                print("pair %d: with counters %.4f times the throughput", pair, ratio);
            }
        }
        double mean =
                logRatios.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
        double squares = logRatios.stream()
                .mapToDouble(each -> (each - mean) * (each - mean))
                .sum();
        double deviation = Math.sqrt(squares / (pairs - 1));
        double half =
                new TDistribution(pairs - 1).inverseCumulativeProbability(1 - TAIL) * deviation / Math.sqrt(pairs);
        double least = 1 - Math.exp(mean + half);
        double most = 1 - Math.exp(mean - half);
        print(
                "counters cost %.2f %% of the throughput (95 %%: %.2f to %.2f %%), one pair deviates by %.2f %%: %s",
                100 * (1 - Math.exp(mean)), 100 * least, 100 * most, 100 * deviation, verdict(least, most));
        assertThat(most)
                .as("upper end of the 95 %% interval of the cost: %s", verdict(least, most))
                .isLessThan(COST_MAX);
    }

    private static String verdict(double least, double most) {
        if (most < COST_MAX) {
            return "under 1 %";
        }
        return least < COST_MAX ? "undecided, it takes more pairs" : "1 % or more";
    }

    /** Throughput of a run by the answers that its terminals got. */
    private static double perSecond(Service service, String device, boolean isEachSecond) throws IOException {
        StreamSettings streams = new StreamSettings(
                TERMINALS, 1, IN_FLIGHT, 0, Duration.ZERO, Duration.ofSeconds(2), Duration.ofSeconds(10), 1);
        MachineReader machine = MachineReader.here();
        Reading.of(machine, service, device);
        try {
            double perSecond = RemoteStreams.run(
                            () -> BankClient.plaintext("127.0.0.1", service.clientsPort(), BankClient.Options.NONE),
                            Preset.GRAY2005,
                            true,
                            streams,
                            second -> {
                                if (isEachSecond) {
                                    read(machine, service, device);
                                }
                            })
                    .result()
                    .perSecond();
            Reading.of(machine, service, device);
            return perSecond;
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /** Prints what a reading takes of the processors in both processes, more than they take without it. */
    private static void printProcessorTime(Service service, String device) {
        MachineReader machine = MachineReader.here();
        ProcessorTime idle = processorTime(service, () -> {});
        for (int hundred = 1; hundred <= HUNDREDS; hundred++) {
            ProcessorTime reading = processorTime(service, () -> read(machine, service, device));
            double compiling = (reading.compilers() - idle.compilers()) / READINGS;
            double each = (reading.all() - idle.all()) / READINGS - compiling;
            int processors = Runtime.getRuntime().availableProcessors();
            print(
                    "a reading takes %.2f ms of a processor: each second, %.2f %% of %d processors. The compilers took "
                            + "%.2f ms more",
                    1_000 * each, 100 * each / processors, processors, 1_000 * compiling);
        }
    }

    /**
     * Processor time of both processes.
     *
     * @param all seconds
     * @param compilers seconds of those of the service
     */
    private record ProcessorTime(double all, double compilers) {

        static ProcessorTime now(Service service) {
            double all = Stream.of(
                            ProcessHandle.current(),
                            ProcessHandle.of(service.pid()).orElseThrow())
                    .mapToDouble(process ->
                            process.info().totalCpuDuration().orElseThrow().toNanos() / 1e9)
                    .sum();
            long compilers = MachineReader.here().threads(service.pid()).entrySet().stream()
                    .filter(thread -> Use.isCompiler(thread.getKey()))
                    .mapToLong(thread -> thread.getValue().cpuNanos())
                    .sum();
            return new ProcessorTime(all, compilers / 1e9);
        }
    }

    /** Processor time of both processes while something is done again and again. */
    private static ProcessorTime processorTime(Service service, Runnable done) {
        ProcessorTime before = ProcessorTime.now(service);
        for (int i = 0; i < READINGS; i++) {
            done.run();
            LockSupport.parkNanos(BETWEEN.toNanos());
        }
        ProcessorTime after = ProcessorTime.now(service);
        return new ProcessorTime(after.all() - before.all(), after.compilers() - before.compilers());
    }

    private static void read(MachineReader machine, Service service, String device) {
        try {
            Reading.of(machine, service, device);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void print(String format, Object... values) {
        System.out.println(String.format(Locale.ROOT, format, values));
    }
}
