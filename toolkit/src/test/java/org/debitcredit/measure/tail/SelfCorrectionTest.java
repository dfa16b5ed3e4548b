package org.debitcredit.measure.tail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.debitcredit.measure.Traffic;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** More seeds by {@code -Dbank.tail.seeds=100}. */
class SelfCorrectionTest {

    private static final double SERVICE_MICROS = 500;
    private static final double RATE = 1_000;
    private static final int HEALTHY = Integer.getInteger("bank.tail.seeds", 20);
    private static final int UNHEALTHY = Math.max(1, HEALTHY * 3 / 10);
    private static final double ACCEPTED_MIN = 0.95 * HEALTHY;

    private static SelfCorrection patient() {
        return new SelfCorrection(0.99, Duration.ofMinutes(10), Long.MAX_VALUE, line -> {});
    }

    private static SelfCorrection impatient() {
        return new SelfCorrection(0.99, Duration.ofMinutes(2), Long.MAX_VALUE, line -> {});
    }

    private static Map<TailVerdict, Integer> verdicts(
            SelfCorrection correction, int seeds, IntFunction<OpenLoop> servers, double perSecond) {
        Map<TailVerdict, Integer> counts = new EnumMap<>(TailVerdict.class);
        for (int seed = 0; seed < seeds; seed++) {
            counts.merge(correction.measure(servers.apply(seed), perSecond).verdict(), 1, Integer::sum);
        }
        return counts;
    }

    @Test
    void aHealthyServerIsAccepted() {
        assertThat(verdicts(patient(), HEALTHY, seed -> QueueModel.healthy(seed, SERVICE_MICROS), RATE)
                        .getOrDefault(TailVerdict.ACCEPTED, 0)
                        .doubleValue())
                .isGreaterThanOrEqualTo(ACCEPTED_MIN);
    }

    @Test
    void aHealthyServerThatIsHardlyUsedIsAccepted() {
        assertThat(verdicts(patient(), HEALTHY, seed -> QueueModel.healthy(seed, SERVICE_MICROS), 50)
                        .getOrDefault(TailVerdict.ACCEPTED, 0)
                        .doubleValue())
                .isGreaterThanOrEqualTo(ACCEPTED_MIN);
    }

    @Test
    void aServerThatStallsEverySecondNeverHasANumber() {
        Map<TailVerdict, Integer> verdicts = verdicts(
                impatient(),
                UNHEALTHY,
                seed -> new QueueModel(new SplittableRandom(seed), second -> SERVICE_MICROS, 0.05),
                RATE);

        assertThat(verdicts.keySet()).isSubsetOf(TailVerdict.NOT_INDEPENDENT, TailVerdict.NOT_STATIONARY);
    }

    @Test
    void aServerThatStallsNeverHasANumberAtALowRateEither() {
        Map<TailVerdict, Integer> verdicts = verdicts(
                impatient(),
                UNHEALTHY,
                seed -> new QueueModel(new SplittableRandom(seed), second -> SERVICE_MICROS, 0.05),
                100);

        assertThat(verdicts).doesNotContainKey(TailVerdict.ACCEPTED);
    }

    @Test
    void aServerWhoseLatencyDriftsNeverHasANumber() {
        Map<TailVerdict, Integer> verdicts = verdicts(
                impatient(),
                UNHEALTHY,
                seed -> new QueueModel(new SplittableRandom(seed), second -> SERVICE_MICROS * (0.2 + second / 300), 0),
                200);

        assertThat(verdicts).containsOnlyKeys(TailVerdict.NOT_STATIONARY);
    }

    /** Of less than a tenth in 20 s. */
    @ParameterizedTest
    @ValueSource(doubles = {0.002, 0.003, 0.005})
    void aServerWhoseLatencyDriftsSlowlyNeverHasANumberEither(double perSecond) {
        Map<TailVerdict, Integer> verdicts = verdicts(
                impatient(),
                UNHEALTHY,
                seed -> new QueueModel(new SplittableRandom(seed), second -> 100 * (1 + perSecond * second), 0),
                2_000);

        assertThat(verdicts).doesNotContainKey(TailVerdict.ACCEPTED);
        // The test of the gaps rejects one run of 500.
        assertThat(verdicts.getOrDefault(TailVerdict.NOT_STATIONARY, 0)).isGreaterThanOrEqualTo(UNHEALTHY - 1);
    }

    /** Only 400 requests are due, so that their number is often more than a tenth from the rate that was asked for. */
    @Test
    void aLowRateIsNotRefusedForChance() {
        Map<TailVerdict, Integer> verdicts = verdicts(
                new SelfCorrection(0.99, Duration.ofSeconds(40), Long.MAX_VALUE, line -> {}),
                400,
                seed -> QueueModel.healthy(seed, SERVICE_MICROS),
                10);

        assertThat(verdicts.getOrDefault(TailVerdict.RATE_NOT_REACHED, 0)
                        + verdicts.getOrDefault(TailVerdict.LOAD_NOT_AS_INTENDED, 0))
                .isLessThanOrEqualTo(8);
    }

    /** Of 600 responses there are bounds, and they are far apart. A run may also be rejected for another reason. */
    @Test
    void aPercentileThatIsNotPreciseIsNotTold() {
        SelfCorrection once = new SelfCorrection(0.99, Duration.ofSeconds(40), Long.MAX_VALUE, line -> {});
        List<String> reasons = IntStream.range(0, 10)
                .mapToObj(seed -> once.measure(QueueModel.healthy(seed, SERVICE_MICROS), 15))
                .filter(tail -> tail.verdict() == TailVerdict.NOT_PRECISE)
                .map(Tail::reason)
                .toList();

        assertThat(reasons)
                .hasSizeGreaterThan(5)
                .allMatch(reason -> reason.contains(" of the 99th percentile"))
                .noneMatch(reason -> reason.contains(" ms"))
                .anyMatch(reason -> reason.contains(" % from it by "));
    }

    @Test
    void aRateWithTooFewOrTooManyRequestsIsRefused() {
        SelfCorrection minute = new SelfCorrection(0.99, Duration.ofMinutes(1), 1 << 20, line -> {});

        assertThat(minute.requireRate("--rate", 7)).isEqualTo(7);
        assertThat(minute.requireRate("--rate", 546)).isEqualTo(546);
        assertThatThrownBy(() -> minute.requireRate("--rate", 6))
                .hasMessage(
                        "--rate is 6.0; in a patience of 60 s 360 requests would be due, and the percentile needs 400. "
                                + "Give a higher rate, or a longer patience");
        assertThatThrownBy(() -> minute.requireRate("--rate", 547))
                .hasMessage(
                        "--rate is 547.0; in 40 s, the shortest try, 21,880 requests would be due, and the heap holds the "
                                + "times of 21,845. Give a lower rate, or a larger heap");
        assertThatThrownBy(() -> minute.requireRate("--rate", Double.NaN)).hasMessageStartingWith("--rate is NaN");
        assertThatThrownBy(() -> minute.requireRate("--rate", Double.POSITIVE_INFINITY))
                .hasMessageStartingWith("--rate is Infinity");
    }

    @Test
    void noTryIsLongerThanTheHeapHolds() {
        QueueModel server = new QueueModel(new SplittableRandom(3), second -> SERVICE_MICROS, 0.05);
        long heldSeconds = 90;

        Tail tail = new SelfCorrection(0.99, Duration.ofHours(9), (long) (heldSeconds * RATE * 48), line -> {})
                .measure(server, RATE);

        assertThat(server.windows())
                .hasSizeBetween(2, SelfCorrection.TRIES_MAX - 1)
                .endsWith(Duration.ofSeconds(heldSeconds));
        assertThat(tail.reason()).endsWith("; the heap does not hold the response times of a longer try");
    }

    @Test
    void aServerWhoseLatencyWandersOffNeverHasANumber() {
        Map<TailVerdict, Integer> verdicts = verdicts(
                impatient(),
                UNHEALTHY,
                seed -> new QueueModel(new SplittableRandom(seed), walk(new SplittableRandom(~seed)), 0),
                200);

        assertThat(verdicts.getOrDefault(TailVerdict.ACCEPTED, 0)).isLessThanOrEqualTo(1);
    }

    /** Each second 10 % slower or faster than the one before. */
    private static DoubleUnaryOperator walk(SplittableRandom random) {
        List<Double> levels = new ArrayList<>(List.of(SERVICE_MICROS));
        return second -> {
            while (levels.size() <= second) {
                double last = levels.get(levels.size() - 1);
                levels.add(Math.min(3_000, Math.max(50, last * Math.exp(0.1 * random.nextGaussian()))));
            }
            return levels.get((int) second);
        };
    }

    @Test
    void nothingIsShownOfARunThatIsNotAccepted() {
        Tail tail = patient().measure(new QueueModel(new SplittableRandom(1), second -> SERVICE_MICROS, 0.05), RATE);

        assertThat(tail.all().percentiles()).noneMatch(Percentile::isShown);
        assertThat(tail.byKind())
                .allSatisfy(kind -> assertThat(kind.percentiles()).noneMatch(Percentile::isShown));
        assertThat(tail.reason()).contains("slow moments come again every 1.00 s");
    }

    /** A healthy server that seems to answer nothing in a second of the first window. */
    private static OpenLoop silentOnce(boolean isOfClient) {
        QueueModel server = QueueModel.healthy(1, SERVICE_MICROS);
        return (perSecond, measured) -> {
            OpenLoopRun run = server.run(perSecond, measured);
            if (server.windows().size() > 1) {
                return run;
            }
            long[] due = run.traffic().dueBySecond();
            long[] answers = run.traffic().answersBySecond().clone();
            long[] late = new long[due.length];
            answers[6] += answers[5];
            answers[5] = 0;
            late[5] = isOfClient ? due[5] : 0;
            return new OpenLoopRun(
                    run.caughtUp(),
                    new Traffic(due, answers, 0, late),
                    run.kinds(),
                    run.responses(),
                    run.gaps(),
                    run.latenessMicros(),
                    run.stolenShare(),
                    run.unfinished());
        };
    }

    @Test
    void aSecondInWhichThisClientPausedIsMeasuredAgain() {
        Tail tail = patient().measure(silentOnce(true), RATE);

        assertThat(tail.tries().get(0)).contains("second 5 had no answer", "those who ask paused, and not the service");
        assertThat(tail.verdict()).isEqualTo(TailVerdict.ACCEPTED);
    }

    @Test
    void aSecondInWhichTheServerWasSilentIsAFailure() {
        Tail tail = patient().measure(silentOnce(false), RATE);

        assertThat(tail.tries()).hasSize(1);
        assertThat(tail.verdict()).isEqualTo(TailVerdict.FAILED);
    }

    @Test
    void aRateAboveTheCapacityIsTriedOnce() {
        QueueModel server = QueueModel.healthy(1, SERVICE_MICROS);

        Tail tail = patient().measure(server, 3_000);

        assertThat(tail.verdict()).isEqualTo(TailVerdict.RATE_NOT_REACHED);
        assertThat(server.windows()).hasSize(1);
    }

    @Test
    void aRateThatIsNotReachedIsToldWithItsValuesAndItsRemedy() {
        Tail slow = patient().measure(server(second -> second < 4 ? 100 : 2_000), 1_000);
        Tail behind = patient().measure(QueueModel.healthy(1, 10_000), 1_000);

        assertThat(slow.reason())
                .contains(" requests a second that were due ")
                .contains("were answered, which is ")
                .endsWith("at least 90 % must be. Ask for a lower rate");
        assertThat(behind.reason())
                .contains("the loop did not catch up with the requests of its warm-up")
                .contains("of 1,000.0 requests a second ")
                .endsWith("Ask for a lower rate, or for a longer warm-up");
    }

    private static QueueModel server(DoubleUnaryOperator meanServiceMicros) {
        return new QueueModel(new SplittableRandom(1), meanServiceMicros, 0);
    }

    @Test
    void workThatIsDeferredPastTheWindowIsNotCarried() {
        Tail some = patient().measure(QueueModel.healthy(1, SERVICE_MICROS).leaving(50), RATE);
        Tail much = patient().measure(QueueModel.healthy(1, SERVICE_MICROS).leaving(1_000), RATE);

        assertThat(some.isAccepted()).isTrue();
        assertThat(much.verdict()).isEqualTo(TailVerdict.RATE_NOT_REACHED);
        assertThat(much.reason()).contains("the work of 1,000 answered requests was not done");
    }

    @Test
    void itMeasuresLongerUntilThePercentileIsPrecise() {
        QueueModel server = QueueModel.healthy(1, SERVICE_MICROS);

        Tail tail = patient().measure(server, 20);

        assertThat(server.windows().get(0)).isEqualTo(Duration.ofSeconds(500));
        assertThat(tail.isAccepted()).isTrue();
        assertThat(tail.all().percentile(0.999).isShown())
                .as("the bounds of a percentile that is not asked for may be too far apart")
                .isFalse();
    }

    @Test
    void itGivesUpAfterTenTries() {
        List<String> told = new ArrayList<>();
        QueueModel server = new QueueModel(new SplittableRandom(3), second -> SERVICE_MICROS, 0.05);

        Tail tail = new SelfCorrection(0.99, Duration.ofHours(9), Long.MAX_VALUE, told::add).measure(server, RATE / 10);

        assertThat(server.windows()).hasSize(SelfCorrection.TRIES_MAX).isSorted();
        assertThat(tail.tries()).isEqualTo(told);
    }

    @Test
    void itGivesUpWhenItsPatienceIsOver() {
        QueueModel server = new QueueModel(new SplittableRandom(3), second -> SERVICE_MICROS, 0.05);

        new SelfCorrection(0.99, Duration.ofMinutes(2), Long.MAX_VALUE, line -> {}).measure(server, RATE);

        assertThat(server.windows().stream().mapToLong(Duration::toSeconds).sum())
                .isLessThanOrEqualTo(120);
    }

    @Test
    void thePercentileOfAnIdleServerIsThatOfItsServices() {
        Tail tail = patient().measure(QueueModel.healthy(9, SERVICE_MICROS), 10);

        // The 99th percentile of a lognormal law with mean 500 and sigma 0.5.
        assertThat(tail.all().percentile(0.99).micros().estimate())
                .isCloseTo(500 * Math.exp(-0.125 + 0.5 * 2.3263), within(150.0));
    }

    @Test
    void aMeasurementWithoutTimeOrRateIsRefused() {
        assertThatThrownBy(() -> new SelfCorrection(0.99, Duration.ofSeconds(19), Long.MAX_VALUE, line -> {}))
                .hasMessageContaining("patience is 19 s");
        assertThatThrownBy(() -> new SelfCorrection(0.99, Duration.ofSeconds(32_401), Long.MAX_VALUE, line -> {}))
                .hasMessageContaining(
                        "patience is 32401 s; it must be 40 s, in which a steady state shows, to 32400 s");
        assertThatThrownBy(() -> patient().measure(QueueModel.healthy(1, 1), 0)).hasMessageContaining("rate is 0.0");
    }
}
