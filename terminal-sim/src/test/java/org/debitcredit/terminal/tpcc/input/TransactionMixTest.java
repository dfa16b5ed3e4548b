package org.debitcredit.terminal.tpcc.input;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import org.debitcredit.tpcc.TpccTransactionType;
import org.junit.jupiter.api.Test;

class TransactionMixTest {

    private static final int CARDS = 23;
    private static final int DRAWS = 200_000;
    private static final ExactLaw PERCENTAGES = ExactLaw.of(0.45, 0.43, 0.04, 0.04, 0.04);

    private final SplittableRandom random = new SplittableRandom(5);

    @Test
    void percentagesAreThoseOfLancet() {
        TransactionMix mix = TransactionMix.Kind.PERCENTAGES.mix(random);

        assertThat(PERCENTAGES.accepts(DRAWS, () -> mix.next().ordinal())).isTrue();
    }

    @Test
    void percentagesThatAreOffAreRejected() {
        assertThat(PERCENTAGES.accepts(DRAWS, () -> wrong(44, 88, 92, 96))).isFalse();
        assertThat(PERCENTAGES.accepts(DRAWS, () -> wrong(45, 88, 92, 95))).isFalse();
        assertThat(PERCENTAGES.accepts(DRAWS, () -> wrong(45, 88, 88, 94))).isFalse();
    }

    /** Type by the upper ends of the ranges of a number from 1 to 100. */
    private int wrong(int... ends) {
        int drawn = random.nextInt(1, 101);
        int type = 0;
        while (type < ends.length && drawn > ends[type]) {
            type++;
        }
        return type;
    }

    @Test
    void everyDeckHasItsCards() {
        TransactionMix mix = TransactionMix.Kind.CARDS.mix(random);

        assertThat(dealsWholeDecks(mix::next)).isTrue();
    }

    @Test
    void cardsDrawnOneByOneAreNoDeck() {
        TransactionMix mix = TransactionMix.Kind.PERCENTAGES.mix(random);

        assertThat(dealsWholeDecks(mix::next)).isFalse();
    }

    private static boolean dealsWholeDecks(Supplier<TpccTransactionType> cards) {
        for (int deck = 0; deck < 100; deck++) {
            Map<TpccTransactionType, Integer> dealt = new EnumMap<>(TpccTransactionType.class);
            for (int card = 0; card < CARDS; card++) {
                dealt.merge(cards.get(), 1, Integer::sum);
            }
            if (!dealt.equals(CardDeck.CARDS)) {
                return false;
            }
        }
        return true;
    }

    @Test
    void cardsAreShuffled() {
        ExactLaw atEachPlace = ExactLaw.of(10.0 / CARDS, 10.0 / CARDS, 1.0 / CARDS, 1.0 / CARDS, 1.0 / CARDS);

        for (int place = 0; place < CARDS; place++) {
            int at = place;
            TransactionMix mix = TransactionMix.Kind.CARDS.mix(random);
            assertThat(atEachPlace.accepts(20_000, () -> cardAt(mix, at))).isTrue();
        }
    }

    @Test
    void cardsInOrderAreRejected() {
        ExactLaw atEachPlace = ExactLaw.of(10.0 / CARDS, 10.0 / CARDS, 1.0 / CARDS, 1.0 / CARDS, 1.0 / CARDS);

        assertThat(atEachPlace.accepts(20_000, TpccTransactionType.NEW_ORDER::ordinal))
                .isFalse();
    }

    private static int cardAt(TransactionMix mix, int place) {
        int found = 0;
        for (int card = 0; card < CARDS; card++) {
            int type = mix.next().ordinal();
            found = card == place ? type : found;
        }
        return found;
    }
}
