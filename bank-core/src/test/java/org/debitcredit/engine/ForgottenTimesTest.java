package org.debitcredit.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.debitcredit.transaction.KeyHorizon;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ForgottenTimesTest {

    @Test
    void one_clients_clock_expires_no_other_clients_keys() {
        ForgottenTimes times = new ForgottenTimes();
        times.note(1, 9_000);
        times.note(2, 5);
        times.note(0, 7);
        assertThat(times.through(1)).isEqualTo(9_000);
        assertThat(times.through(2)).isEqualTo(5);
        assertThat(times.through(0)).isEqualTo(7);
        assertThat(times.through(3)).isEqualTo(KeyHorizon.NOTHING);
    }

    /**
     * However many clients come, in whatever order, and through whatever merges: no time is ever below the right one.
     */
    @ParameterizedTest
    @ValueSource(ints = {1, 3, 1_023, 1_024, 1_025, 5_000})
    void no_time_is_below_the_highest_that_its_client_showed(int clients) {
        SplittableRandom random = new SplittableRandom(clients);
        ForgottenTimes total = new ForgottenTimes();
        Map<Long, Long> highest = new HashMap<>();
        for (int generation = 0; generation < 5; generation++) {
            ForgottenTimes times = new ForgottenTimes();
            for (int i = 0; i < 3 * clients; i++) {
                long client = random.nextInt(clients) * 0x1_0000_0001L;
                long time = random.nextInt(1_000_000);
                times.note(client, time);
                highest.merge(client, time, Math::max);
            }
            total.noteAll(times);
            ForgottenTimes reopened = new ForgottenTimes();
            reopened.noteAll(total.horizon(1, KeyHorizon.Lowered.NEVER, KeyHorizon.UNKNOWN, KeyHorizon.NOTHING));
            for (Map.Entry<Long, Long> client : highest.entrySet()) {
                assertThat(total.through(client.getKey())).isGreaterThanOrEqualTo(client.getValue());
                assertThat(reopened.through(client.getKey())).isGreaterThanOrEqualTo(total.through(client.getKey()));
                if (clients <= KeyHorizon.CLIENTS_MAX) {
                    assertThat(reopened.through(client.getKey())).isEqualTo(client.getValue());
                }
            }
        }
        assertThat(total.horizon(1, KeyHorizon.Lowered.NEVER, KeyHorizon.UNKNOWN, KeyHorizon.NOTHING)
                        .clients())
                .hasSizeLessThanOrEqualTo(KeyHorizon.CLIENTS_MAX);
    }

    @Test
    void a_time_that_may_be_anybodys_counts_for_everybody() {
        ForgottenTimes times = new ForgottenTimes();
        times.note(1, 10);
        times.raiseAll(100);
        times.note(2, 50);
        assertThat(times.through(1)).isEqualTo(100);
        assertThat(times.through(2)).isEqualTo(100);
        assertThat(times.through(3)).isEqualTo(100);
        times.clear();
        assertThat(times.through(1)).isEqualTo(KeyHorizon.NOTHING);
    }

    /** What an operator lowered once holds for what was executed before, and for nothing since. */
    @Test
    void what_was_lost_after_a_lowering_is_forgotten_with_its_own_time() {
        IdempotencyWindow window = new IdempotencyWindow(10, 1_000, new KeyHash(1, 2, 3, 4));
        window.continueLowered(new KeyHorizon.Lowered(50, 7));
        window.forgotten(200, 7);
        assertThat(window.horizon().othersThroughMillis()).isEqualTo(50);
        window.forgotten(200, 8);
        assertThat(window.horizon().othersThroughMillis()).isEqualTo(200);
    }
}
