package org.debitcredit.simulation;

import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.SplittableRandom;
import org.debitcredit.directory.BankFolders;
import org.debitcredit.event.BankEvent;
import org.debitcredit.event.Progress;
import org.debitcredit.founding.FoundingRefused;
import org.debitcredit.recovery.BankFounding;
import org.debitcredit.settings.BankSettings;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FoundingOnFailingDiskTest {

    private final Trace trace = new Trace();

    /** The first one may have made the data directory in the page cache only. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void a_bank_that_was_founded_survives_a_power_cut_wherever_a_founding_before_was_killed(long seed)
            throws IOException {
        BankSettings settings = new SettingsSwarm(
                        new SplittableRandom(seed), new Terms(new SplittableRandom(seed)), EnumSet.noneOf(Mode.class))
                .draw(false, false);
        boolean isOver = false;
        for (int operations = 0; !isOver; operations++) {
            SimulatedDisk disk = new SimulatedDisk(new SplittableRandom(seed), trace);
            isOver = !isKilled(disk, settings, operations);
            try {
                found(disk, settings, ProcessFaults.NONE);
                disk.cutPower();
                assertThatCode(() -> BankFolders.open(settings, BankEvent.IGNORE, media(disk, ProcessFaults.NONE)))
                        .as("killed after %d operations", operations)
                        .doesNotThrowAnyException();
            } catch (FoundingRefused refused) {
                // The first one had come to its end.
            }
        }
    }

    /** The start before may have made the mirror's directory in the page cache only. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void a_new_mirror_survives_a_power_cut_wherever_the_start_before_was_killed(long seed) throws IOException {
        Terms terms = new Terms(new SplittableRandom(seed));
        SettingsSwarm swarm = new SettingsSwarm(new SplittableRandom(seed), terms, EnumSet.noneOf(Mode.class));
        BankSettings mirrored = swarm.draw(true, false);
        boolean isOver = false;
        for (int operations = 0; !isOver; operations++) {
            SimulatedDisk disk = new SimulatedDisk(new SplittableRandom(seed), trace);
            found(disk, swarm.draw(false, false), ProcessFaults.NONE);
            try {
                BankFolders.open(mirrored, BankEvent.IGNORE, media(disk, new ProcessFaults(operations, 0)))
                        .close();
                isOver = true;
            } catch (ProcessDeath death) {
                terms.clock.tick();
                BankFolders.open(mirrored, BankEvent.IGNORE, media(disk, ProcessFaults.NONE))
                        .close();
            }
            disk.cutPower();
            terms.clock.tick();
            assertThatCode(() -> BankFolders.open(mirrored, BankEvent.IGNORE, media(disk, ProcessFaults.NONE)))
                    .as("killed after %d operations", operations)
                    .doesNotThrowAnyException();
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void a_founding_with_a_mirror_can_be_repeated_wherever_it_was_cut_short(long seed) throws IOException {
        Terms terms = new Terms(new SplittableRandom(seed));
        BankSettings mirrored =
                new SettingsSwarm(new SplittableRandom(seed), terms, EnumSet.noneOf(Mode.class)).draw(true, false);
        boolean isOver = false;
        for (int operations = 0; !isOver; operations++) {
            SplittableRandom random = new SplittableRandom(seed + 1_000L * operations);
            SimulatedDisk disk = new SimulatedDisk(random, trace);
            isOver = !isKilled(disk, mirrored, operations);
            terms.clock.tick();
            try {
                for (int again = random.nextInt(3);
                        again > 0 && isKilled(disk, mirrored, random.nextInt(90));
                        again--) {
                    disk.cutPower();
                    terms.clock.tick();
                }
                found(disk, mirrored, ProcessFaults.NONE);
            } catch (FoundingRefused refused) {
                // The first one had come to its end.
            }
            terms.clock.tick();
            assertThatCode(() -> BankFolders.open(mirrored, BankEvent.IGNORE, media(disk, ProcessFaults.NONE)))
                    .as("killed after %d operations", operations)
                    .doesNotThrowAnyException();
        }
    }

    private boolean isKilled(SimulatedDisk disk, BankSettings settings, int operations) throws IOException {
        try {
            found(disk, settings, new ProcessFaults(operations, 0));
            return false;
        } catch (ProcessDeath death) {
            return true;
        }
    }

    private void found(SimulatedDisk disk, BankSettings settings, ProcessFaults faults) throws IOException {
        BankFounding.found(settings, media(disk, faults), null, Progress.NONE);
    }

    private List<SimulatedMedium> media(SimulatedDisk disk, ProcessFaults faults) {
        SimulatedProcess process =
                new SimulatedProcess(new SplittableRandom(1), trace, EnumSet.noneOf(Mode.class), faults);
        SimulatedMedium medium = new SimulatedMedium(disk, process, Parts.SOUND);
        return List.of(medium, medium);
    }
}
