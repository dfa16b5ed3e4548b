package org.debitcredit.terminal.nation;

import java.io.OutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.debitcredit.terminal.console.RunFailure;
import org.debitcredit.terminal.console.Talk;
import org.debitcredit.terminal.server.OwnPorts;
import org.debitcredit.terminal.server.ServerPlan;
import org.debitcredit.terminal.server.ServerPorts;
import org.debitcredit.terminal.server.TemporaryBank;
import org.debitcredit.terminal.server.TemporaryBankFolders;

/** The services of all regions, each with a temporary bank of its own, and with all others as its partners. */
final class NationServices implements AutoCloseable {

    /** A start uses a processor for seconds. */
    private static final int STARTS_AT_ONCE = Math.max(2, Runtime.getRuntime().availableProcessors() / 2);

    private static final long PROGRESS_SECONDS = 2;
    private static final double NANOS_PER_SECOND = 1e9;

    /**
     * For JVMs that share processors. The second compiler of each one takes half a minute of a processor, which a run
     * of minutes does not get back.
     */
    private static final String FIRST_COMPILER_ALONE = "-XX:TieredStopAtLevel=1";

    /** The lines of a single service would mix with those of the others. Its log has them. */
    private static final Talk SILENT =
            new Talk(new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8));

    private final NationPlan plan;
    private final Talk talk;
    private final List<ServerPorts> ports;
    private final Map<Integer, TemporaryBank> banks = new ConcurrentSkipListMap<>();

    private NationServices(NationPlan plan, Talk talk) {
        this.plan = plan;
        this.talk = talk;
        OwnPorts own = new OwnPorts(new SplittableRandom());
        ports = all(plan).stream().map(region -> own.ofServer()).toList();
    }

    private static List<Integer> all(NationPlan plan) {
        return IntStream.range(0, plan.regions()).boxed().toList();
    }

    /** Founds and starts them, a few at a time, prints the progress, and returns when all are ready. */
    static NationServices start(NationPlan plan, Path folder, Talk talk) {
        NationServices services = new NationServices(plan, talk);
        try {
            services.start(folder);
            return services;
        } catch (RuntimeException failed) {
            services.close();
            throw failed;
        }
    }

    private void start(Path folder) {
        long began = System.nanoTime();
        ScheduledExecutorService progress = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "progress");
            thread.setDaemon(true);
            return thread;
        });
        progress.scheduleAtFixedRate(
                () -> talk.say(
                        "  %,4.0f s: %d of %d regions are ready; starting %s",
                        secondsSince(began), banks.size(), plan.regions(), notReady()),
                PROGRESS_SECONDS - 1,
                PROGRESS_SECONDS,
                TimeUnit.SECONDS);
        try {
            EachRegion.of(all(plan), STARTS_AT_ONCE, region -> found(region, folder));
        } finally {
            progress.shutdownNow();
        }
        talk.say("  all %d regions are ready after %,.1f s", plan.regions(), secondsSince(began));
    }

    private void found(int region, Path folder) {
        long began = System.nanoTime();
        TemporaryBankFolders folders =
                TemporaryBankFolders.in(folder, null, folder.resolve("region-" + region + ".log"));
        try {
            banks.put(region, TemporaryBank.start(server(region), folders, ports.get(region), SILENT));
        } catch (RunFailure failed) {
            throw new RunFailure("region " + region + ": " + failed.getMessage(), failed);
        }
        talk.say("  region %d is ready after %,.1f s", region, secondsSince(began));
    }

    /** The first of those that are not ready. */
    private SortedSet<Integer> notReady() {
        SortedSet<Integer> rest = new TreeSet<>(all(plan));
        rest.removeAll(banks.keySet());
        return new TreeSet<>(rest.stream().limit(STARTS_AT_ONCE).toList());
    }

    private static double secondsSince(long nanos) {
        return (System.nanoTime() - nanos) / NANOS_PER_SECOND;
    }

    /** The server of a region. The opening deposits warm it up, and its journal is short. */
    private ServerPlan server(int region) {
        List<String> settings = new ArrayList<>(List.of(
                "--ledger=" + plan.ledger(),
                "--bank.warm-up=0s",
                "--bank.key-window=" + NationPlan.keyWindow(plan.heapMegabytes()),
                "--bank.journal.fill-ahead=16MB",
                "--bank.region.number=" + region,
                "--bank.region.count=" + plan.regions()));
        int index = 0;
        for (int partner : all(plan)) {
            if (partner != region) {
                String property = "--bank.region.partners[" + index + "].";
                settings.add(property + "number=" + partner);
                settings.add(
                        property + "address=127.0.0.1:" + ports.get(partner).grpc());
                index++;
            }
        }
        ServerPlan usual = ServerPlan.ofLauncher(plan.scale().branches(), NationPlan.PRESET)
                .with(settings);
        return new ServerPlan(
                usual.jar(),
                javaOptions(usual.javaOptions(), plan, Runtime.getRuntime().availableProcessors()),
                usual.branches(),
                usual.preset(),
                usual.settings());
    }

    /** The launcher's options come after ours, so that those of an operator override them, except the heap. */
    static List<String> javaOptions(List<String> launchers, NationPlan plan, int processors) {
        List<String> options = new ArrayList<>();
        if (plan.regions() > processors) {
            options.add(FIRST_COMPILER_ALONE);
        }
        launchers.stream().filter(option -> !option.startsWith("-Xmx")).forEach(options::add);
        options.add("-Xmx" + plan.heapMegabytes() + "m");
        return options;
    }

    /** The address of a region's service, which stays the same when it is started again. */
    URI url(int region) {
        return URI.create("http://127.0.0.1:" + ports.get(region).http());
    }

    /** Ends a region's service at once, as {@code kill -9} does. */
    void kill(int region) {
        if (!bank(region).isAlive()) {
            throw new RunFailure("the service of region " + region + " had ended by itself before it was to be killed");
        }
        bank(region).kill();
    }

    /** Starts a killed service again, on the same files, and returns when it is ready. */
    void startAgain(int region) {
        bank(region).restart(SILENT);
    }

    /**
     * Processor time that all services together have used since each was started last; zero if the system does not show
     * it for each of them.
     */
    Duration processorTime() {
        Duration sum = Duration.ZERO;
        for (TemporaryBank bank : banks.values()) {
            Optional<Duration> time = ProcessHandle.of(bank.pid())
                    .flatMap(process -> process.info().totalCpuDuration());
            if (time.isEmpty()) {
                return Duration.ZERO;
            }
            sum = sum.plus(time.get());
        }
        return sum;
    }

    private TemporaryBank bank(int region) {
        TemporaryBank bank = banks.get(region);
        if (bank == null) {
            throw new IllegalArgumentException("region " + region + " was not started");
        }
        return bank;
    }

    /** Stops them and deletes their data. */
    @Override
    public void close() {
        List<Integer> started = List.copyOf(banks.keySet());
        if (!started.isEmpty()) {
            EachRegion.of(started, started.size(), region -> bank(region).close());
        }
    }
}
