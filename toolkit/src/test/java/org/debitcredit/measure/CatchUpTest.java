package org.debitcredit.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.function.LongUnaryOperator;
import org.debitcredit.measure.CatchUp.State;
import org.junit.jupiter.api.Test;

class CatchUpTest {

    private static final long TICK_MILLIS = 100;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private record Decision(State state, long millis) {}

    /** Asks every tick what the loop's backlog says; both in milliseconds since the warm-up's end. */
    private static Decision decide(LongUnaryOperator backlogMillis) {
        long begin = -77_000_000_000L;
        CatchUp catchUp = new CatchUp(begin, PATIENCE);
        for (long millis = 0; ; millis += TICK_MILLIS) {
            State state = catchUp.observe(begin + millis * 1_000_000, backlogMillis.applyAsLong(millis) * 1_000_000);
            if (state != State.CATCHING_UP) {
                return new Decision(state, millis);
            }
        }
    }

    @Test
    void a_loop_without_a_backlog_is_measured_at_once() {
        assertThat(decide(millis -> 0)).isEqualTo(new Decision(State.CAUGHT_UP, 0));
        assertThat(decide(millis -> 10)).isEqualTo(new Decision(State.CAUGHT_UP, 0));
    }

    @Test
    void a_backlog_that_shrinks_is_waited_for() {
        assertThat(decide(millis -> 3_000 - millis / 10)).isEqualTo(new Decision(State.CAUGHT_UP, 29_900));
        assertThat(decide(millis -> 500 - millis / 50)).isEqualTo(new Decision(State.CAUGHT_UP, 24_500));
    }

    @Test
    void a_backlog_that_shrinks_or_grows_slowly_is_not_the_usual_one() {
        assertThat(decide(millis -> 400 - millis / 125)).isEqualTo(new Decision(State.CAUGHT_UP, 48_800));
        assertThat(decide(millis -> 3_000 - millis / 125).state()).isEqualTo(State.GAVE_UP);
        assertThat(decide(millis -> 100 + millis / 125).state()).isEqualTo(State.GAVE_UP);
    }

    @Test
    void a_stall_while_the_backlog_shrinks_is_no_end_of_it() {
        LongUnaryOperator stalls = millis -> 3_000 - millis / 10 + (millis % 2_000 < 300 ? 400 : 0);
        assertThat(decide(stalls).millis()).isGreaterThan(25_000);
    }

    @Test
    void a_backlog_that_the_service_always_has_is_no_backlog() {
        assertThat(decide(millis -> 200 + (millis * 7919) % 150)).isEqualTo(new Decision(State.CAUGHT_UP, 4_000));
    }

    @Test
    void a_backlog_that_grows_never_ends() {
        assertThat(decide(millis -> 100 + millis / 10)).isEqualTo(new Decision(State.GAVE_UP, 60_000));
    }

    @Test
    void a_service_that_is_still_cold_is_waited_for_too() {
        LongUnaryOperator cold = millis -> millis < 8_000 ? 50 + millis : 8_050 - (millis - 8_000) / 2;
        Decision decision = decide(cold);
        assertThat(decision.state()).isEqualTo(State.CAUGHT_UP);
        assertThat(cold.applyAsLong(decision.millis())).isLessThanOrEqualTo(10);
    }
}
