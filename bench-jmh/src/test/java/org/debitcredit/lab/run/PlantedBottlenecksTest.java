package org.debitcredit.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import org.debitcredit.console.FailureText;
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
 * so it is a command and no part of the build. A run that fails counts as a miss. The server's jar is built before:
 *
 * <pre>
 * ./mvnw -q -DskipTests package
 * ./mvnw -pl bench-jmh -am test -Dtest=PlantedBottlenecksTest -Dsurefire.failIfNoSpecifiedTests=false \
 *     -Dbank.lab.planted=20 -Dbank.lab.seed=1
 * </pre>
 */
@EnabledIfSystemProperty(named = "bank.lab.planted", matches = "\\d+")
class PlantedBottlenecksTest {

    private static final int NAMED_PERCENT_MIN = 95;
    private static final int PREDICTED_PERCENT_MIN = 85;
    private static final double DEVIATION_MAX = 0.15;
    private static final int SIZES = 3;

    /** On a disk: what is forced in memory takes no time. */
    @TempDir(factory = TempDirFactory.Standard.class)
    Path temp;

    private final List<Outcome> outcomes = new ArrayList<>();

    /**
     * What came of a run.
     *
     * @param named what the lab named, in a word
     * @param predictedTps the next limit by the lab; not a number if it named none
     * @param measuredTps throughput without the plant
     */
    private record Outcome(
            int run, PlantedServiceBottleneck plant, int size, String named, double predictedTps, double measuredTps) {

        boolean isNamed() {
            return named.equals(plant.resource().name());
        }

        double deviation() {
            return predictedTps / measuredTps - 1;
        }

        /** Whether the limit after the right one was predicted; after another one it is right by chance. */
        boolean isPredicted() {
            return isNamed() && Math.abs(deviation()) <= DEVIATION_MAX;
        }

        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT,
                    "%3d %-14s size %d: %-12s %-6s next at %,9.0f tps predicted, %,9.0f measured: %+4.0f %% %s",
                    run,
                    plant,
                    size,
                    named,
                    isNamed() ? "right" : "MISSED",
                    predictedTps,
                    measuredTps,
                    100 * deviation(),
                    isPredicted() ? "right" : "MISSED");
        }
    }

    @Test
    void planted_bottlenecks_are_named_and_the_next_limit_is_predicted() throws IOException {
        int runs = Integer.getInteger("bank.lab.planted");
        assertThat(runs).as("runs").isPositive();
        String only = System.getProperty("bank.lab.plant", "");
        SplittableRandom random = new SplittableRandom(Long.getLong("bank.lab.seed", 1));
        try (Leftovers leftovers = Leftovers.ofProcess(() -> {})) {
            OwnService services = OwnService.ofLauncher(temp.resolve("banks"), null, null, leftovers);
            DataDisk disk = DataDisk.probed(temp, MachineReader.here(), leftovers);
            Path agent = PlantedDelays.jar(temp);
            for (int run = 1; run <= runs; run++) {
                PlantedServiceBottleneck drawn =
                        PlantedServiceBottleneck.values()[random.nextInt(PlantedServiceBottleneck.values().length)];
                PlantedServiceBottleneck plant = only.isEmpty() ? drawn : PlantedServiceBottleneck.valueOf(only);
                int size = random.nextInt(1, SIZES + 1);
                print("run %d: %s, size %d", run, plant, size);
                PlantedRig rig = new PlantedRig(services, agent, plant, size);
                Outcome outcome = outcome(run, rig, disk, leftovers);
                print("%s", outcome);
                outcomes.add(outcome);
            }
        } finally {
            printAll();
        }
        assertThat(count(Outcome::isNamed)).isGreaterThanOrEqualTo(least(NAMED_PERCENT_MIN, runs));
        assertThat(count(Outcome::isPredicted)).isGreaterThanOrEqualTo(least(PREDICTED_PERCENT_MIN, runs));
    }

    private void printAll() {
        outcomes.forEach(outcome -> print("%s", outcome));
        print(
                "named %d of %d, predicted %d of %d",
                count(Outcome::isNamed), outcomes.size(), count(Outcome::isPredicted), outcomes.size());
    }

    /** So many of the runs, rounded up: of a single run the one. */
    private static long least(int percent, int runs) {
        return (percent * (long) runs + 99) / 100;
    }

    private long count(Predicate<Outcome> isMeant) {
        return outcomes.stream().filter(isMeant).count();
    }

    /** One run that fails does not end the others. */
    private static Outcome outcome(int run, PlantedRig rig, DataDisk disk, Leftovers leftovers) {
        PlantedServiceBottleneck plant = rig.plant();
        try {
            Bottleneck found = measured(rig, disk, plant.setting(), leftovers).bottleneck();
            Trial cleared = measured(rig.cleared(), disk, plant.cleared(), leftovers);
            return new Outcome(run, plant, rig.size(), named(found), predicted(found), most(cleared));
        } catch (IOException | RuntimeException failure) {
            print("  failed: %s", FailureText.of(failure));
            return new Outcome(run, plant, rig.size(), "failed", Double.NaN, Double.NaN);
        }
    }

    private static String named(Bottleneck found) {
        return found instanceof Bottleneck.Named named ? named.resource().name() : "none";
    }

    private static double predicted(Bottleneck found) {
        return found instanceof Bottleneck.Named named
                ? named.next().map(Bottleneck.NextLimit::ceiling).orElse(Double.POSITIVE_INFINITY)
                : Double.NaN;
    }

    private static double most(Trial trial) {
        return trial.steps().stream()
                .mapToDouble(StepCounters::throughput)
                .max()
                .orElseThrow();
    }

    private static Trial measured(Rig rig, DataDisk disk, Setting setting, Leftovers leftovers) throws IOException {
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
