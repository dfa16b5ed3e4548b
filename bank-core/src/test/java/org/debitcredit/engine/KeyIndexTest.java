package org.debitcredit.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import java.util.function.IntToLongFunction;
import org.debitcredit.transaction.RunLengthKeys;
import org.junit.jupiter.api.Test;

/** How many slots a look-up reads, however a client chooses its keys; in a table as full as it gets. */
class KeyIndexTest {

    /** One more would double the table: so it is half full in the end. */
    private static final int KEYS = (1 << 15) - 1;

    private static final long VARIANT = 0x8000_0000_0000_0000L;
    private static final long VERSION = 0x018b_cfe5_6800_7000L;

    private final RunLengthKeys runs = new RunLengthKeys(KEYS);
    private final KeyIndex index = new KeyIndex(KEYS, new KeyHash(7, 11, 13, 17));

    private double mean;
    private int most;

    /** Looks each key up and then adds it, as the writer does. */
    private void add(IntToLongFunction high, IntToLongFunction low) {
        long all = 0;
        for (int key = 0; key < KEYS; key++) {
            long keyHigh = high.applyAsLong(key);
            long keyLow = low.applyAsLong(key);
            int probes = index.probes(runs, 0, keyHigh, keyLow);
            all += probes;
            most = Math.max(most, probes);
            int before = runs.runs();
            runs.add(0, keyHigh, keyLow);
            if (runs.runs() > before) {
                index.put(runs, before);
            }
        }
        mean = (double) all / KEYS;
    }

    @Test
    void keys_chosen_to_share_a_hash_without_seeds_are_spread() {
        add(key -> VERSION ^ ((long) key << 32), key -> VARIANT | ((long) key << 13));
        assertThat(mean).isLessThan(2);
        assertThat(most).isLessThan(50);
    }

    @Test
    void random_keys_are_spread() {
        SplittableRandom random = new SplittableRandom(1);
        add(key -> VERSION | random.nextInt(0x1000), key -> VARIANT | (random.nextLong() >>> 2));
        assertThat(mean).isLessThan(2);
        assertThat(most).isLessThan(50);
    }

    @Test
    void keys_with_gaps_lengthen_a_look_up_by_half_a_block_on_average() {
        add(key -> VERSION, key -> VARIANT | 2L * key);
        assertThat(mean).isLessThan(RunLengthKeys.BLOCK_KEYS / 2);
        assertThat(most).isLessThan(8 * RunLengthKeys.BLOCK_KEYS);
    }

    @Test
    void keys_that_count_down_lengthen_a_look_up_by_a_block_on_average() {
        add(key -> VERSION, key -> VARIANT | (KEYS - key));
        assertThat(mean).isLessThan(RunLengthKeys.BLOCK_KEYS);
        assertThat(most).isLessThan(16 * RunLengthKeys.BLOCK_KEYS);
    }

    @Test
    void what_was_added_is_found_and_what_is_cleared_is_not() {
        add(key -> VERSION, key -> VARIANT | 3L * key);
        for (int key = 0; key < 1_000; key++) {
            assertThat(index.findRow(runs, 0, VERSION, VARIANT | 3L * key)).isEqualTo(key);
            assertThat(index.findRow(runs, 0, VERSION, VARIANT | 3L * key + 1)).isEqualTo(KeyIndex.NONE);
            assertThat(index.findRow(runs, 1, VERSION, VARIANT | 3L * key)).isEqualTo(KeyIndex.NONE);
        }
        index.clear(runs);
        assertThat(index.findRow(runs, 0, VERSION, VARIANT)).isEqualTo(KeyIndex.NONE);
    }
}
