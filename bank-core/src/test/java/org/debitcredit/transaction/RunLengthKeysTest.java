package org.debitcredit.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class RunLengthKeysTest {

    private static List<TransactionKey> keys(RunLengthKeys runs) {
        List<TransactionKey> keys = new ArrayList<>();
        for (int row = 0; row < runs.rows(); row++) {
            keys.add(runs.keyOf(row));
        }
        return keys;
    }

    @Test
    void keys_that_count_up_are_one_run() {
        RunLengthKeys runs = new RunLengthKeys(8);
        runs.add(1, 2, 4_096);
        runs.add(1, 2, 4_097);
        runs.add(1, 2, 4_098, 3);
        assertThat(runs.runs()).isEqualTo(1);
        assertThat(runs.length(0)).isEqualTo(5);
        runs.add(1, 3, 4_101);
        runs.add(2, 3, 4_102);
        runs.add(2, 3, 4_104);
        assertThat(runs.runs()).isEqualTo(4);
        assertThat(runs.keyOf(4)).isEqualTo(new TransactionKey(1, 2, 4_100));
        assertThat(runs.keyOf(7)).isEqualTo(new TransactionKey(2, 3, 4_104));
    }

    @Test
    void a_run_ends_with_its_block() {
        RunLengthKeys runs = new RunLengthKeys(20);
        runs.add(0, 0, RunLengthKeys.BLOCK_KEYS - 2, 4);
        assertThat(runs.runs()).isEqualTo(2);
        assertThat(runs.length(0)).isEqualTo(2);
        runs.add(0, 0, RunLengthKeys.BLOCK_KEYS + 2);
        assertThat(runs.runs()).isEqualTo(2);
    }

    @Test
    void keys_that_would_leave_the_62_bits_that_count_are_refused_and_nothing_of_them_is_added() {
        RunLengthKeys runs = new RunLengthKeys(20);
        UUID first = new UUID(0x018bcfe568007123L, 0xBFFF_FFFF_FFFF_FFFEL);
        assertThatThrownBy(() -> runs.add(0, first.getMostSignificantBits(), first.getLeastSignificantBits(), 3))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll(first.toString(), "3 keys");
        assertThatThrownBy(() -> runs.add(0, 1, -1, 2)).isInstanceOf(IllegalArgumentException.class);
        assertThat(runs.rows()).isZero();
        runs.add(0, first.getMostSignificantBits(), first.getLeastSignificantBits(), 2);
        runs.add(0, 1, -1, 1);
        assertThat(runs.rows()).isEqualTo(3);
    }

    @Test
    void journaled_keys_go_on_from_0_as_revision_19a8f2d_took_them() {
        RunLengthKeys runs = new RunLengthKeys(4);
        runs.addJournaled(1, 2, -2, 4);
        assertThat(keys(runs))
                .extracting(TransactionKey::high, TransactionKey::low)
                .containsExactly(tuple(2L, -2L), tuple(2L, -1L), tuple(2L, 0L), tuple(2L, 1L));
    }

    @Test
    void keys_that_count_up_take_the_most_runs_when_they_begin_at_the_end_of_a_block_and_never_more() {
        for (int keys = 1; keys <= 3 * RunLengthKeys.BLOCK_KEYS; keys++) {
            RunLengthKeys runs = new RunLengthKeys(RunLengthKeys.runsMax(keys));
            runs.add(0, 0, RunLengthKeys.BLOCK_KEYS - 1, keys);
            assertThat(runs.runs()).isEqualTo(RunLengthKeys.runsMax(keys));
            assertThat(runs.rows()).isEqualTo(keys);
            assertThat(runs.countUp()).isTrue();
            runs.clear();
            runs.add(0, 0, RunLengthKeys.BLOCK_KEYS / 2, keys);
            assertThat(runs.rows()).isEqualTo(keys);
        }
    }

    @Test
    void keys_count_up_only_if_every_run_goes_on_from_the_first() {
        RunLengthKeys runs = new RunLengthKeys(4);
        runs.add(1, 2, RunLengthKeys.BLOCK_KEYS - 2, 4);
        assertThat(runs.countUp()).isTrue();
        runs.add(1, 2, RunLengthKeys.BLOCK_KEYS + 3);
        assertThat(runs.countUp()).isFalse();
        runs.clear();
        runs.add(1, 2, RunLengthKeys.BLOCK_KEYS - 2, 2);
        runs.add(1, 3, RunLengthKeys.BLOCK_KEYS);
        assertThat(runs.countUp()).isFalse();
    }

    @Test
    void any_part_of_any_runs_is_copied() {
        SplittableRandom random = new SplittableRandom(3);
        for (int turn = 0; turn < 500; turn++) {
            RunLengthKeys runs = new RunLengthKeys(60);
            List<TransactionKey> expected = new ArrayList<>();
            while (expected.size() < 40) {
                TransactionKey key = new TransactionKey(
                        random.nextInt(2), random.nextInt(2), RunLengthKeys.BLOCK_KEYS - 7 + random.nextInt(12));
                int length = 1 + random.nextInt(5);
                runs.add(key.client(), key.high(), key.low(), length);
                for (int i = 0; i < length; i++) {
                    expected.add(new TransactionKey(key.client(), key.high(), key.low() + i));
                }
            }
            assertThat(keys(runs)).isEqualTo(expected);
            int from = random.nextInt(40);
            int rows = random.nextInt(40 - from);
            RunLengthKeys copy = new RunLengthKeys(60);
            copy.addFrom(runs, from, rows);
            assertThat(keys(copy)).isEqualTo(expected.subList(from, from + rows));
        }
    }
}
