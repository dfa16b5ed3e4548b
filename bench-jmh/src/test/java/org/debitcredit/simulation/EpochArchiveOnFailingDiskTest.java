package org.debitcredit.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.SplittableRandom;
import org.debitcredit.journal.EpochArchive;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EpochArchiveOnFailingDiskTest {

    private static final List<Long> EPOCHS = List.of(1L, 2L, 3L, 4L, 5L, 6L);

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void a_removal_that_a_power_cut_ends_leaves_an_unbroken_sequence(long seed) throws IOException {
        SimulatedDisk disk = new SimulatedDisk(new SplittableRandom(seed), new Trace());
        SimulatedProcess process = new SimulatedProcess(
                new SplittableRandom(1), new Trace(), EnumSet.noneOf(Mode.class), ProcessFaults.NONE);
        SimulatedFolder folder = SimulatedFolder.open(disk, process, "archive");
        for (long epoch : EPOCHS) {
            folder.create("epoch-00000" + epoch).force();
        }
        folder.force();
        process.faults(new ProcessFaults(4, 0));
        assertThatThrownBy(() -> new EpochArchive(folder).removeThrough(5)).isInstanceOf(ProcessDeath.class);
        disk.cutPower();
        List<Long> left = new EpochArchive(folder).epochs();
        assertThat(left).isEqualTo(EPOCHS.subList(EPOCHS.size() - left.size(), EPOCHS.size()));
    }
}
