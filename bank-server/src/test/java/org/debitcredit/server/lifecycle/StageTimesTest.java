package org.debitcredit.server.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StageTimesTest {

    private long nanos = 5;

    @Test
    void each_stage_lasts_from_the_end_of_the_one_before_to_its_own_last_progress() {
        StageTimes times = new StageTimes(() -> nanos);
        nanos += 7_000_000_000L;
        times.begin();
        nanos += 100_000_000;
        times.at("loading the snapshot, pages");
        nanos += 20_000_000;
        times.at("loading the snapshot, pages");
        nanos += 1_080_000_000;
        times.at("replaying the journal, transactions");
        nanos += 1_000_000_000;
        assertThat(times).hasToString("0.120 s for loading the snapshot, 1.080 s for replaying the journal");
    }

    @Test
    void a_start_without_stages_has_no_times() {
        assertThat(new StageTimes(() -> nanos)).hasToString("");
    }
}
