package org.debitcredit.measure.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class RecurrenceTest {

    private static final int MOMENTS = 1_000;
    private static final double REJECTED = 0.0025;

    private static double[] usual(SplittableRandom random) {
        double[] medians = new double[MOMENTS];
        Arrays.setAll(medians, i -> 100 + random.nextDouble());
        return medians;
    }

    @Test
    void pausesOfATimerComeAgain() {
        double[] medians = usual(new SplittableRandom(1));
        for (int moment = 7; moment < MOMENTS; moment += 20) {
            medians[moment] = 5_000;
        }

        Recurrence found = Recurrence.of(medians);

        assertThat(found.distance()).isEqualTo(20);
        assertThat(found.slowShare()).isEqualTo(0.05);
        assertThat(found.probability()).isLessThan(1e-9);
    }

    @Test
    void aPeriodThatIsNoWholeNumberOfMomentsIsFound() {
        double[] medians = usual(new SplittableRandom(1));
        for (double moment = 7; moment < MOMENTS; moment += 19.4) {
            medians[(int) moment] = 5_000;
        }

        assertThat(Recurrence.of(medians).probability()).isLessThan(1e-9);
    }

    @Test
    void independentSlowMomentsAreSeldomTakenForPauses() {
        int rejected = 0;
        for (int seed = 0; seed < 1_000; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            double[] medians = usual(random);
            for (int moment = 0; moment < MOMENTS; moment++) {
                medians[moment] *= random.nextInt(20) == 0 ? 10 : 1;
            }
            rejected += Recurrence.of(medians).probability() < REJECTED ? 1 : 0;
        }

        assertThat(rejected).isLessThanOrEqualTo(5);
    }

    @Test
    void oneLongPauseComesNotAgain() {
        double[] medians = usual(new SplittableRandom(1));
        Arrays.fill(medians, 300, 360, 5_000);

        assertThat(Recurrence.of(medians).probability()).isEqualTo(1);
    }

    @Test
    void nothingAndNothingKnownAreNoPauses() {
        double[] unknown = new double[100];
        Arrays.fill(unknown, Double.NaN);

        assertThat(Recurrence.of(new double[0]).probability()).isEqualTo(1);
        assertThat(Recurrence.of(unknown).probability()).isEqualTo(1);
    }
}
