package org.debitcredit.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.debitcredit.console.ProgressLines;
import org.debitcredit.counters.MachineReader;
import org.debitcredit.lab.Bottleneck;
import org.debitcredit.lab.StepCounters;
import org.debitcredit.lab.Trial;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.io.TempDirFactory;

/**
 * One of six bottlenecks is drawn and planted into a real service; the lab, which is not told, has to name it and to
 * predict the next limit, which is then measured without the plant. A run takes most of a minute and the whole machine,
 * so it is a command and no part of the build. The server's jar is built before:
 *
 * <pre>
 * ./mvnw -pl bench-jmh test -Dtest=PlantedBottlenecksTest -Dbank.lab.planted=20 -Dbank.lab.seed=1
 * </pre>
 */
@EnabledIfSystemProperty(named = "bank.lab.planted", matches = "\\d+")
class PlantedBottlenecksTest {

    private static final double NAMED_MIN = 0.95;
    private static final double PREDICTED_MIN = 0.85;
    private static final double DEVIATION_MAX = 0.15;
    private static final int SIZES = 3;

    /** On a disk: what is forced in memory takes no time. */
    @TempDir(factory = TempDirFactory.Standard.class)
    Path temp;

    private record Outcome(PlantedServiceBottleneck plant, boolean isNamed, boolean isPredicted) {}

    @Test
    void planted_bottlenecks_are_named_and_the_next_limit_is_predicted() throws IOException {
        int runs = Integer.getInteger("bank.lab.planted");
        String only = System.getProperty("bank.lab.plant", "");
        SplittableRandom random = new SplittableRandom(Long.getLong("bank.lab.seed", 1));
        List<Outcome> outcomes = new ArrayList<>();
        try (Leftovers leftovers = Leftovers.ofProcess()) {
            OwnService services = OwnService.ofLauncher(temp.resolve("banks"), null, null, leftovers);
            Path agent = PlantedDelays.jar(temp);
            for (int run = 1; run <= runs; run++) {
                PlantedServiceBottleneck drawn =
                        PlantedServiceBottleneck.values()[random.nextInt(PlantedServiceBottleneck.values().length)];
                PlantedServiceBottleneck plant = only.isEmpty() ? drawn : PlantedServiceBottleneck.valueOf(only);
                int size = random.nextInt(1, SIZES + 1);
                outcomes.add(judged(run, plant, new PlantedRig(services, agent, plant, size), services, leftovers));
            }
        }
        long named = outcomes.stream().filter(Outcome::isNamed).count();
        long predicted = outcomes.stream().filter(Outcome::isPredicted).count();
        print("named %d of %d, predicted %d of %d", named, runs, predicted, runs);
        assertThat(named).as(outcomes.toString()).isGreaterThanOrEqualTo((long) (NAMED_MIN * runs));
        assertThat(predicted).as(outcomes.toString()).isGreaterThanOrEqualTo((long) (PREDICTED_MIN * runs));
    }

    private Outcome judged(
            int run, PlantedServiceBottleneck plant, PlantedRig rig, OwnService services, Leftovers leftovers)
            throws IOException {
        print("run %d: %s, size %d", run, plant, rig.size());
        Trial found = measured(rig, plant.setting(), leftovers);
        boolean isNamed = found.bottleneck() instanceof Bottleneck.Named named && named.resource() == plant.resource();
        double predicted = found.bottleneck() instanceof Bottleneck.Named named
                ? named.next().map(Bottleneck.NextLimit::ceiling).orElse(Double.POSITIVE_INFINITY)
                : Double.NaN;
        Trial cleared = measured(services, plant.cleared(), leftovers);
        double ceiling = cleared.steps().stream()
                .mapToDouble(StepCounters::throughput)
                .max()
                .orElseThrow();
        double deviation = predicted / ceiling - 1;
        print(
                "  %s %s; next at %,.0f tps predicted, %,.0f measured: %+.0f %%",
                plant, isNamed ? "named" : "MISSED", predicted, ceiling, 100 * deviation);
        return new Outcome(plant, isNamed, Math.abs(deviation) <= DEVIATION_MAX);
    }

    private Trial measured(Rig rig, Setting setting, Leftovers leftovers) throws IOException {
        DataDisk disk = DataDisk.probed(temp, MachineReader.here());
        return new SettingRun(rig, MachineReader.here(), disk, null, Duration.ofSeconds(4), talk())
                .measure(setting, leftovers);
    }

    private static SettingRun.Talk talk() {
        ProgressLines silent = new ProgressLines(Duration.ofDays(1), System::nanoTime, line -> {});
        return new SettingRun.Talk() {
            @Override
            public void say(String line) {
                print("%s", line);
            }

            @Override
            public ProgressLines progress() {
                return silent;
            }
        };
    }

    private static void print(String format, Object... values) {
        System.out.println(String.format(Locale.ROOT, format, values));
    }
}
