package org.debitcredit.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Whoever knows the hash of one process must not know that of another. */
class KeyHashTest {

    private static final int KEYS = 1_000;
    private static final int BUCKETS = 1 << 10;

    @Test
    void each_process_draws_other_seeds() {
        Set<Long> seeds = new HashSet<>();
        for (int process = 0; process < 100; process++) {
            KeyHash hash = KeyHash.of(UUID::randomUUID);
            seeds.add(hash.seed1());
            seeds.add(hash.seed2());
            seeds.add(hash.seed3());
            seeds.add(hash.seed4());
        }
        assertThat(seeds).hasSize(400);
    }

    /** An attacker may measure which keys collide in a process that he runs himself. */
    @Test
    void keys_that_collide_under_the_seeds_of_one_process_are_spread_under_those_of_another() {
        KeyHash attackers = KeyHash.of(UUID::randomUUID);
        KeyHash banks = KeyHash.of(UUID::randomUUID);
        Set<Integer> used = new HashSet<>();
        int found = 0;
        for (long block = 0; found < KEYS; block++) {
            if ((attackers.of(0, 5, block) & BUCKETS - 1) == 0) {
                found++;
                used.add(banks.of(0, 5, block) & BUCKETS - 1);
            }
        }
        // Of 1,000 places that are drawn from 1,024, about 639 are different.
        assertThat(used).hasSizeGreaterThan(500);
    }

    @Test
    void each_part_of_a_key_changes_its_hash() {
        KeyHash hash = KeyHash.of(UUID::randomUUID);
        Set<Integer> hashes = new HashSet<>();
        for (int part = 0; part < KEYS; part++) {
            hashes.add(hash.of(part, 1, 2));
            hashes.add(hash.of(-1, 3L + part, 2));
            hashes.add(hash.of(-1, 1, 3L + part));
        }
        assertThat(hashes).hasSizeGreaterThan(3 * KEYS - 10);
    }
}
