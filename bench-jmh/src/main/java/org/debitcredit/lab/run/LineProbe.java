package org.debitcredit.lab.run;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.debitcredit.lab.Resource;
import org.debitcredit.lab.ResourceUse;
import org.debitcredit.lab.StepCounters;

/**
 * What the line between a terminal and the service carries, found from outside: through a proxy that counts, one
 * terminal sends larger and larger submissions until it gets no more bytes through. If a resource of the service is
 * busy by then, the line is not what holds it up.
 */
final class LineProbe {

    /** A faster line counts as none, because the processors would be at their limit before it. */
    private static final double LINE_BYTES_PER_SECOND_MAX = 4e6;

    private static final int TRIES_MAX = 5;
    private static final int BATCH_MAX = 1_000;

    /** How many seconds a submission should take on the line. */
    private static final double ON_LINE_SECONDS = 0.2;

    private static final double GROWTH_MIN = 1.2;
    private static final double BUSY = 0.5;

    private final LoadStep step;

    LineProbe(LoadStep step) {
        this.step = step;
    }

    /**
     * Measures the line of a service.
     *
     * @return empty if it is not slower than the machine's own network
     * @throws IOException also if the service answers nothing meanwhile, so that its line cannot be measured
     */
    Optional<LineCapacity> measure(Service service, Setting setting) throws IOException {
        return capacity(setting, load -> carried(service, load));
    }

    /** What a load has carried over the line. */
    @FunctionalInterface
    interface Load {
        Carried carried(Setting setting) throws IOException;
    }

    static Optional<LineCapacity> capacity(Setting setting, Load line) throws IOException {
        Carried load = line.carried(setting);
        if (load.transactions() == 0) {
            throw new IOException("the line cannot be measured: the service answered no transaction of "
                    + setting.terminals()
                    + " terminals during the probe; find out what holds it up, then repeat the lab");
        }
        if (setting.lineBytesPerSecond() > 0) {
            return Optional.of(new LineCapacity(setting.lineBytesPerSecond(), load.bytesPerTransaction()));
        }
        double rate = load.bytesPerSecond() / setting.terminals();
        double perTransaction = load.bytesPerTransaction();
        boolean isBusy = load.isBusy();
        for (int tries = 0; tries < TRIES_MAX && rate < LINE_BYTES_PER_SECOND_MAX; tries++) {
            int batch = (int) Math.max(2, Math.min(BATCH_MAX, ON_LINE_SECONDS * rate / perTransaction * GROWTH_MIN));
            Carried more = line.carried(setting.but(draft -> {
                draft.terminals = 1;
                draft.inFlight = 2;
                draft.batch = batch;
            }));
            boolean grows = more.bytesPerSecond() > rate * GROWTH_MIN;
            rate = Math.max(rate, more.bytesPerSecond());
            perTransaction = more.bytesPerTransaction();
            isBusy = more.isBusy();
            if (!grows) {
                break;
            }
        }
        return isBusy || rate >= LINE_BYTES_PER_SECOND_MAX
                ? Optional.empty()
                : Optional.of(new LineCapacity(rate, load.bytesPerTransaction()));
    }

    /** What a load has carried, in both directions. */
    record Carried(double bytes, double seconds, long transactions, boolean isBusy) {

        double bytesPerSecond() {
            return bytes / seconds;
        }

        double bytesPerTransaction() {
            return bytes / Math.max(1, transactions);
        }
    }

    private Carried carried(Service service, Setting setting) throws IOException {
        List<Long> bytes = new ArrayList<>();
        try (ThrottlingProxy counting = ThrottlingProxy.before(service.clientsPort(), 0)) {
            LoadStep counted = new LoadStep(step.machine(), step.device(), step.warmUp(), step.measured(), second -> {
                if (!second.measured()) {
                    bytes.clear();
                }
                bytes.add(counting.bytes());
                step.listener().accept(second);
            });
            LoadStep.Shown shown = counted.run(service, counting.port(), setting);
            StepCounters counters = shown.counters(setting, ProbedCapacities.NONE);
            double carried = bytes.get(bytes.size() - 1) - bytes.get(0);
            return new Carried(carried, counters.seconds(), counters.transactions(), isBusy(counters));
        }
    }

    /** Whether a resource is busy, or the engine's thread with several. A virtual disk is busy at any load. */
    static boolean isBusy(StepCounters counters) {
        double ofEngine = counters.uses().entrySet().stream()
                .filter(use -> counters.writersThread().contains(use.getKey()))
                .mapToDouble(use -> use.getValue().busySeconds())
                .sum();
        return ofEngine > BUSY * counters.seconds()
                || counters.uses().entrySet().stream()
                        .filter(use -> use.getKey() != Resource.DISK)
                        .anyMatch(use -> isBusy(use.getValue(), counters.seconds()));
    }

    private static boolean isBusy(ResourceUse use, double seconds) {
        return use.busySeconds() > BUSY * use.servers() * seconds;
    }
}
