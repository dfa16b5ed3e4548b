package org.debitcredit.terminal.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class PowerDiskTest {

    @Test
    void whatTheMachineLacksIsNamed() {
        assertThat(PowerDisk.missing("mkfs.ext4 cannot be run: no such file", true, true))
                .startsWith("mkfs.ext4 cannot be run");
        assertThat(PowerDisk.missing("mount failed: mount: disk: permission denied.", true, true))
                .contains("permission denied");
        assertThat(PowerDisk.missing("mount failed: losetup: Operation not permitted", true, true))
                .contains("not permitted");
        assertThat(PowerDisk.missing("mount failed: unknown filesystem type", false, true))
                .contains("no ext4");
        assertThat(PowerDisk.missing("mount failed: cannot find /dev/loop0", true, false))
                .contains("no loop devices");
    }

    /** Such a test could have been run, so that it must not count as impossible. */
    @Test
    void aMachineThatHasEverythingLacksNothing() {
        assertThat(PowerDisk.missing("mkfs.ext4 failed: No space left on device", true, true))
                .isEmpty();
        assertThat(PowerDisk.missing("mount did not end within 60 s", true, true))
                .isEmpty();
        assertThat(PowerDisk.missing("python3 failed: OSError: [Errno 25]", true, true))
                .isEmpty();
    }

    @Test
    void onlyAProcessThatMayAdministrateTheSystemMayMount() {
        assertThat(PowerDisk.mayMount(List.of("Name:\tjava", "CapEff:\t000001ffffffffff")))
                .isTrue();
        assertThat(PowerDisk.mayMount(List.of("CapEff:\t00000000a80425fb")))
                .as("root in a container")
                .isFalse();
        assertThat(PowerDisk.mayMount(List.of("CapEff:\t0000000000000000"))).isFalse();
        assertThat(PowerDisk.mayMount(List.of())).as("no Linux").isFalse();
    }
}
