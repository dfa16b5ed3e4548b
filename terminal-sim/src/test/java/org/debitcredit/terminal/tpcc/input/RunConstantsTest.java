package org.debitcredit.terminal.tpcc.input;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import java.util.function.IntUnaryOperator;
import org.debitcredit.tpcc.NuRand;
import org.debitcredit.tpcc.TpccScale;
import org.junit.jupiter.api.Test;

/** Non-uniform numbers against their exact laws; each test is seen to reject a mistake of a public implementation. */
class RunConstantsTest {

    private static final TpccScale SCALE = TpccScale.ofWarehouses(1);
    private static final int DRAWS = 400_000;

    private final SplittableRandom random = new SplittableRandom(17);
    private final RunConstants constants = RunConstants.choose(100, SCALE, random);

    @Test
    void lastNamesFollowTheirLaw() {
        ExactLaw law = ExactLaw.of(constants.lastName());

        assertThat(law.accepts(DRAWS, () -> constants.lastName().next(random))).isTrue();
    }

    @Test
    void customersFollowTheirLaw() {
        ExactLaw law = ExactLaw.of(constants.customer());

        assertThat(law.accepts(DRAWS, () -> constants.customer().next(random))).isTrue();
    }

    @Test
    void itemsFollowTheirLaw() {
        ExactLaw law = ExactLaw.of(constants.item());

        assertThat(law.accepts(DRAWS, () -> constants.item().next(random))).isTrue();
    }

    @Test
    void swappedConstantsAreRejected() {
        NuRand customers = constants.customer();
        NuRand withThatOfItems = new NuRand(8_191, customers.c(), customers.from(), customers.to());
        NuRand withThatOfNames = new NuRand(255, customers.c() % 256, customers.from(), customers.to());
        ExactLaw law = ExactLaw.of(customers);

        assertThat(law.accepts(DRAWS, () -> withThatOfItems.next(random))).isFalse();
        assertThat(law.accepts(DRAWS, () -> withThatOfNames.next(random))).isFalse();
    }

    @Test
    void uniformNumbersAreRejected() {
        ExactLaw law = ExactLaw.of(constants.lastName());

        assertThat(law.accepts(DRAWS, () -> random.nextInt(1_000))).isFalse();
    }

    @Test
    void namesOfTheLoadsConstantAreRejected() {
        NuRand asLoaded = NuRand.lastName(100, SCALE);
        ExactLaw law = ExactLaw.of(constants.lastName());

        assertThat(law.accepts(DRAWS, () -> asLoaded.next(random))).isFalse();
    }

    @Test
    void everyRunConstantKeepsItsDistanceFromTheLoads() {
        assertThat(keepsItsDistance(loaded ->
                        RunConstants.choose(loaded, SCALE, random).lastName().c()))
                .isTrue();
    }

    @Test
    void aRunWithTheLoadsConstantOrWithAnyIsRejected() {
        assertThat(keepsItsDistance(loaded -> loaded)).isFalse();
        assertThat(keepsItsDistance(loaded -> random.nextInt(256))).isFalse();
    }

    private static boolean keepsItsDistance(IntUnaryOperator choice) {
        for (int loaded = 0; loaded < 256; loaded++) {
            for (int times = 0; times < 100; times++) {
                int distance = Math.abs(choice.applyAsInt(loaded) - loaded);
                if (distance < 65 || distance > 119 || distance == 96 || distance == 112) {
                    return false;
                }
            }
        }
        return true;
    }
}
