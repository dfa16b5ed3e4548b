package org.debitcredit.lab.modesto;

import static org.debitcredit.lab.modesto.Parameters1995.ACCESSES;
import static org.debitcredit.lab.modesto.Parameters1995.ACCESS_SECONDS;
import static org.debitcredit.lab.modesto.Parameters1995.ETHERNET;
import static org.debitcredit.lab.modesto.Parameters1995.FAULTS;
import static org.debitcredit.lab.modesto.Parameters1995.LINE_BYTES_PER_SECOND;
import static org.debitcredit.lab.modesto.Parameters1995.MEGAHERTZ;
import static org.debitcredit.lab.modesto.Parameters1995.PAGE_KILOBYTES;
import static org.debitcredit.lab.modesto.Parameters1995.PROCESSOR_SECONDS;
import static org.debitcredit.lab.modesto.Parameters1995.SHORT_MEGABYTES;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.debitcredit.lab.MemoryUse;
import org.debitcredit.lab.Resource;
import org.debitcredit.lab.ResourceUse;
import org.debitcredit.lab.StepCounters;

/**
 * The article's server as a closed network.
 *
 * <pre>
 *   ┌─▶ line, one each ──▶ processors ──▶ data disk (and page faults) ──▶ log disk, or the same ─┐
 *   └────────────────────────────────────────────────────────────────────────────────────────────┘
 * </pre>
 *
 * @param lineBytes of a transaction on the line
 */
record ModestoModel(double lineBytes) {

    private static final String LINE = "line";
    private static final String PROCESSORS = "processors";
    private static final String DATA_DISK = "data disk";
    private static final String LOG_DISK = "log disk";

    /** A long time, so that rounding transactions to whole ones means nothing. */
    private static final double SECONDS = 100_000;

    private static final double NANOS = 1e9;
    private static final int HALVINGS = 100;
    private static final double BITS_PER_KILOBIT = 1_000;

    /** The model with the line calibrated. */
    static ModestoModel calibrated() {
        double low = 0;
        double high = LINE_BYTES_PER_SECOND * Parameters1995.LINE_SETTING.clients() / Parameters1995.LINE_TPS;
        for (int halving = 0; halving < HALVINGS; halving++) {
            double middle = (low + high) / 2;
            double tps =
                    new ModestoModel(middle).solve(Parameters1995.LINE_SETTING).throughput();
            if (tps > Parameters1995.LINE_TPS) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return new ModestoModel(low);
    }

    /** The server under a set-up. */
    ModelledServer server(Setting1995 setting) {
        MeanValues values = solve(setting);
        double tps = values.throughput();
        double accessesPerSecond = tps * (faults(setting) + 2 * ACCESSES);
        return new ModelledServer(
                setting,
                counters(setting, values),
                values.busy(PROCESSORS) / setting.processors(),
                values.busy(DATA_DISK),
                accessesPerSecond * PAGE_KILOBYTES,
                tps * faults(setting),
                tps / setting.clients() * lineBytes * Byte.SIZE / BITS_PER_KILOBIT);
    }

    private MeanValues solve(Setting1995 setting) {
        List<Centre> centres = new ArrayList<>();
        centres.add(Centre.delay(LINE, lineSeconds(setting)));
        centres.add(
                Centre.servers(PROCESSORS, processorSeconds(setting), Parameters1995.capacities(setting.processors())));
        double data = ACCESSES + faults(setting);
        if (setting.isLogApart()) {
            centres.add(Centre.queue(DATA_DISK, data * ACCESS_SECONDS));
            centres.add(Centre.queue(LOG_DISK, ACCESSES * ACCESS_SECONDS));
        } else {
            centres.add(Centre.queue(DATA_DISK, (data + ACCESSES) * ACCESS_SECONDS));
        }
        return MeanValues.of(centres, setting.clients(), 0);
    }

    private StepCounters counters(Setting1995 setting, MeanValues values) {
        double tps = values.throughput();
        double transactions = tps * SECONDS;
        double faults = transactions * faults(setting);
        double accesses = faults + 2 * transactions * ACCESSES;
        int disks = setting.isLogApart() ? 2 : 1;
        return new StepCounters(
                setting.clients() + " clients",
                SECONDS,
                Math.round(transactions),
                setting.clients() / tps,
                setting.clients(),
                0,
                1,
                0,
                Map.of(
                        Resource.LINE,
                        ResourceUse.of(setting.clients(), transactions * lineSeconds(setting)),
                        Resource.PROCESSORS,
                        ResourceUse.of(setting.processors(), transactions * secondsAtLimit(setting)),
                        Resource.DISK,
                        ResourceUse.of(disks, accesses * ACCESS_SECONDS, Math.round(accesses))
                                .probed(ACCESS_SECONDS * NANOS)),
                new MemoryUse(Math.round(faults), faults * ACCESS_SECONDS, 0, 0),
                Set.of());
    }

    private static double processorSeconds(Setting1995 setting) {
        return PROCESSOR_SECONDS * MEGAHERTZ / setting.megahertz();
    }

    /**
     * What a transaction takes of the processors when all of them are busy. They hinder each other most then, so that
     * their busy time at a lower load would put their ceiling too high.
     */
    private static double secondsAtLimit(Setting1995 setting) {
        List<Double> capacities = Parameters1995.capacities(setting.processors());
        return processorSeconds(setting) * setting.processors() / capacities.get(capacities.size() - 1);
    }

    private double lineSeconds(Setting1995 setting) {
        return lineBytes / (setting.isEthernet() ? ETHERNET * LINE_BYTES_PER_SECOND : LINE_BYTES_PER_SECOND);
    }

    private static double faults(Setting1995 setting) {
        return setting.megabytes() <= SHORT_MEGABYTES ? FAULTS : 0;
    }
}
