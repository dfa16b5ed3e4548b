package org.debitcredit.lab.run;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Currency;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.debitcredit.bank.BankIdentity;
import org.debitcredit.bank.Preset;
import org.debitcredit.counters.Counter;
import org.debitcredit.counters.Counts;
import org.debitcredit.counters.MachineReader;
import org.debitcredit.lab.Bottleneck;
import org.debitcredit.lab.MemoryUse;
import org.debitcredit.lab.Resource;
import org.debitcredit.lab.ResourceUse;
import org.debitcredit.lab.StepCounters;
import org.debitcredit.lab.Trial;
import org.debitcredit.ledger.sql.SqlDatabase;
import org.debitcredit.streams.PlainSqlStreams;
import org.debitcredit.streams.StreamSettings;

/**
 * Steps of load on a database without the service: each stream has a connection of its own and waits for its commit.
 *
 * @param measured length of a step, after a warm-up of a second
 */
public record PlainSteps(MachineReader machine, Duration measured, SettingRun.Talk talk) {

    private static final List<Integer> STREAMS = List.of(1, 4, 16);
    private static final int BRANCHES = 10;

    /** Always the same id, so that a database is filled only once. No bank of a service has it. */
    private static final UUID BANK = new UUID(0, 1);

    private static final double MICROS_PER_SECOND = 1e6;

    /**
     * Measures a database.
     *
     * @throws UnfinishedTrial if a step fails after others
     */
    public Trial measure(String kind, SqlDatabase database) throws IOException {
        BankIdentity identity = new BankIdentity(BANK, Preset.GRAY2005.scale(BRANCHES), Currency.getInstance("USD"));
        Trial trial = SettingRun.inTurn(kind + " without the service", STREAMS, streams -> {
            StepCounters step = step(database, identity, streams);
            talk.say(String.format(Locale.ROOT, "  %s: %,.1f tps", step.load(), step.throughput()));
            talk.say("    " + Bottleneck.of(List.of(step)).sentence());
            return step;
        });
        talk.say("  all steps: " + trial.bottleneck().sentence());
        return trial;
    }

    private StepCounters step(SqlDatabase database, BankIdentity identity, int streams) {
        StreamSettings settings =
                new StreamSettings(streams, 1, streams, 0, Duration.ZERO, Duration.ofSeconds(1), measured, 1);
        List<Counts> readings = new ArrayList<>();
        long pid = ProcessHandle.current().pid();
        Set<Integer> processors = machine.allowedProcessors(pid);
        PlainSqlStreams.Outcome outcome = PlainSqlStreams.run(
                database,
                identity,
                Preset.GRAY2005,
                settings,
                second -> {
                    if (!second.measured()) {
                        readings.clear();
                    }
                    readings.add(machine.machine("", processors).and(machine.process(pid)));
                    talk.progress()
                            .at(() -> String.format(
                                    Locale.ROOT,
                                    "%d streams: %,.0f tps",
                                    streams,
                                    second.transactions() / second.seconds()));
                },
                talk.progress()::at);
        Counts passed = readings.get(readings.size() - 1).since(readings.get(0));
        double stolen = passed.get(Counter.PROCESSOR_STOLEN_NANOS);
        double all = passed.get(Counter.PROCESSOR_NANOS);
        double seconds = outcome.result().measuredSeconds();
        double response = outcome.result().micros().getMean() / MICROS_PER_SECOND;
        long transactions = outcome.result().transactions();
        Map<Resource, ResourceUse> uses = new EnumMap<>(Resource.class);
        uses.put(
                Resource.PROCESSORS,
                ProcessorUse.of(
                        0, processors, passed, machine.isNice(pid), machine.processorQuota(pid), passed, seconds));
        // A connection is busy while its statements and its commit are.
        uses.put(
                Resource.DATABASE,
                ResourceUse.of(streams, Math.min(streams * seconds, transactions * response), transactions));
        return new StepCounters(
                streams + (streams == 1 ? " connection" : " connections"),
                seconds,
                transactions,
                response,
                streams,
                0,
                1,
                all == 0 ? 0 : Math.min(stolen / all, Math.nextDown(1.0)),
                uses,
                MemoryUse.NONE,
                Set.of());
    }
}
