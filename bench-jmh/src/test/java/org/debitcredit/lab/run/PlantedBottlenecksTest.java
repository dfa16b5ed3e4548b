package org.debitcredit.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import org.debitcredit.console.FailureText;
import org.debitcredit.console.ProgressLines;
import org.debitcredit.counters.MachineReader;
import org.debitcredit.lab.Bottleneck;
import org.debitcredit.lab.StepCounters;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.io.TempDirFactory;

/**
 * One of six bottlenecks is drawn and planted into a real service; the lab, which is not told, has to name it and to
 * predict the throughput without it. This is measured beside it: a service with the plant and one without are loaded in
 * turn, five times, because the speed of a virtual machine changes within seconds. They are loaded by batches: single
 * requests mostly cost wake-ups, which the lab's laws do not know. A run takes three to four minutes and the whole
 * machine, so it is a command and no part of the build. A run that fails counts as a miss. The server's jar is
 * built before:
 *
 * <pre>
 * ./mvnw -q -DskipTests package
 * ./mvnw -pl bench-jmh -am test -Dtest=PlantedBottlenecksTest -Dsurefire.failIfNoSpecifiedTests=false \
 *     -Dbank.lab.planted=20 -Dbank.lab.seed=1
 * </pre>
 *
 * With {@code -Dbank.lab.first=12} a series that was interrupted goes on with its twelfth run.
 */
@EnabledIfSystemProperty(named = "bank.lab.planted", matches = "\\d+")
class PlantedBottlenecksTest {

    private static final int NAMED_PERCENT_MIN = 95;
    private static final int PREDICTED_PERCENT_MIN = 85;
    private static final double DEVIATION_MAX = 0.15;
    private static final int SIZES = 3;
    private static final int ROUNDS = 5;
    private static final Duration MEASURED = Duration.ofSeconds(4);

    /** On a disk: what is forced in memory takes no time. */
    @TempDir(factory = TempDirFactory.Standard.class)
    Path temp;

    private final List<Outcome> outcomes = new ArrayList<>();

    /**
     * What came of a round: the service with the plant was loaded, and then the one without.
     *
     * @param named what the lab named, in a word
     * @param next what would limit the service without it, by the lab
     * @param predictedTps throughput without the plant by the lab; not a number if it named none
     * @param nearest what was named, or nearest to its limit, without the plant
     * @param measuredTps throughput without the plant
     */
    private record Round(String named, String next, double predictedTps, String nearest, double measuredTps) {

        double deviation() {
            return predictedTps / measuredTps - 1;
        }

        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT,
                    "%s; without it %,.0f tps by %s predicted, %,.0f by %s measured: %+.0f %%",
                    named,
                    predictedTps,
                    next,
                    measuredTps,
                    nearest,
                    100 * deviation());
        }
    }

    /** What came of a run; of one that failed, no round. */
    private record Outcome(int run, PlantedServiceBottleneck plant, int size, List<Round> rounds) {

        boolean isNamed() {
            return !rounds.isEmpty()
                    && rounds.stream()
                            .allMatch(round ->
                                    round.named().equals(plant.resource().name()));
        }

        /** The median of the rounds. */
        double deviation() {
            return rounds.isEmpty()
                    ? Double.NaN
                    : rounds.stream()
                            .mapToDouble(Round::deviation)
                            .sorted()
                            .skip(rounds.size() / 2)
                            .findFirst()
                            .orElseThrow();
        }

        /** Whether the throughput was predicted and the plant named; without that it is right by chance. */
        boolean isPredicted() {
            return isNamed() && Math.abs(deviation()) <= DEVIATION_MAX;
        }

        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT,
                    "%3d %-14s size %d: named %s, predicted %+.0f %% %s; %s",
                    run,
                    plant,
                    size,
                    isNamed() ? "right" : "WRONG",
                    100 * deviation(),
                    isPredicted() ? "right" : "MISSED",
                    rounds);
        }
    }

    @Test
    void planted_bottlenecks_are_named_and_the_throughput_without_them_is_predicted() throws IOException {
        int runs = Integer.getInteger("bank.lab.planted");
        int first = Integer.getInteger("bank.lab.first", 1);
        assertThat(runs).as("runs").isGreaterThanOrEqualTo(first);
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
                if (run < first) {
                    continue;
                }
                print("run %d: %s, size %d", run, plant, size);
                PlantedRig rig = new PlantedRig(services, agent, plant, size);
                Outcome outcome = outcome(run, rig, disk, leftovers);
                print("%s", outcome);
                outcomes.add(outcome);
            }
        } finally {
            printAll();
        }
        assertThat(count(Outcome::isNamed)).isGreaterThanOrEqualTo(least(NAMED_PERCENT_MIN, outcomes.size()));
        assertThat(count(Outcome::isPredicted)).isGreaterThanOrEqualTo(least(PREDICTED_PERCENT_MIN, outcomes.size()));
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
        int before = leftovers.size();
        List<Round> rounds = new ArrayList<>();
        try {
            Loaded planted = Loaded.started(rig, rig.plant().setting(), disk, leftovers);
            Loaded cleared = Loaded.started(rig.cleared(), rig.plant().cleared(), disk, leftovers);
            List<StepCounters> lower = planted.lowerSteps();
            while (rounds.size() < ROUNDS) {
                List<StepCounters> steps = new ArrayList<>(lower);
                steps.add(planted.highestStep());
                Round round = round(Bottleneck.of(steps), cleared.highestStep());
                print("%s", round);
                rounds.add(round);
            }
            leftovers.removeDownTo(before);
        } catch (IOException | RuntimeException failure) {
            print("  failed: %s", FailureText.of(failure));
            rounds.clear();
            removeAfterFailure(before, leftovers);
        }
        return new Outcome(run, rig.plant(), rig.size(), rounds);
    }

    private static void removeAfterFailure(int before, Leftovers leftovers) {
        try {
            leftovers.removeDownTo(before);
        } catch (RuntimeException another) {
            print("  left: %s", FailureText.of(another));
        }
    }

    private static Round round(Bottleneck found, StepCounters without) {
        Optional<Bottleneck.NextLimit> next = found instanceof Bottleneck.Named named ? named.next() : Optional.empty();
        return new Round(
                named(found),
                next.map(limit -> limit.resource().name()).orElse("none"),
                next.map(Bottleneck.NextLimit::throughput).orElse(Double.NaN),
                nearest(Bottleneck.of(List.of(without))),
                without.throughput());
    }

    private static String nearest(Bottleneck found) {
        return found instanceof Bottleneck.NoneNear none
                ? none.nearest().resource().name()
                : named(found);
    }

    /**
     * A service that is warm. Its process is suspended while the other one is loaded, because compilers and snapshots
     * also work after a load, and the lab counts the processor time of the whole machine.
     */
    private record Loaded(SettingRun lab, Setting setting, Service service, ProbedCapacities probed) {

        static Loaded started(Rig rig, Setting setting, DataDisk disk, Leftovers leftovers) throws IOException {
            SettingRun lab = new SettingRun(rig, MachineReader.here(), disk, null, MEASURED, talk());
            Service service = rig.start(setting, leftovers, talk().progress());
            ProbedCapacities probed = lab.prepared(setting, service, leftovers);
            // What is removed first: a suspended process would not end.
            leftovers.make(() -> service, suspended -> () -> signal(suspended, "CONT"));
            signal(service, "STOP");
            return new Loaded(lab, setting, service, probed);
        }

        private static void signal(Service service, String signal) throws IOException {
            Process kill = new ProcessBuilder("kill", "-" + signal, Long.toString(service.pid())).start();
            if (kill.onExit().join().exitValue() != 0) {
                throw new IOException("the service could not be sent the signal " + signal);
            }
        }

        /** All steps but the highest. */
        List<StepCounters> lowerSteps() throws IOException {
            List<Integer> terminals = SettingRun.terminals(setting);
            return steps(terminals.subList(0, terminals.size() - 1));
        }

        StepCounters highestStep() throws IOException {
            return steps(List.of(setting.terminals())).get(0);
        }

        private List<StepCounters> steps(List<Integer> terminals) throws IOException {
            signal(service, "CONT");
            try {
                List<StepCounters> steps =
                        lab.steps(setting, terminals, service, probed).steps();
                signal(service, "STOP");
                return steps;
            } catch (IOException | RuntimeException failure) {
                Optional<String> end = service.ended();
                if (end.isPresent()) {
                    throw new IOException(end.get(), failure);
                }
                throw failure;
            }
        }
    }

    private static String named(Bottleneck found) {
        return found instanceof Bottleneck.Named named ? named.resource().name() : "none";
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
