package org.debitcredit.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.EnumSet;
import java.util.SplittableRandom;
import org.debitcredit.journal.DocumentSource;
import org.debitcredit.journal.segment.FileJournal;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Data that a killed server left in the page cache is on the medium before the next server writes after it. */
class FileJournalOnFailingDiskTest {

    private static final int SEGMENT_BYTES = 8192;
    private static final int MAGIC = 0x31424344;
    private static final DiskFaults FORCES_FAIL = new DiskFaults(1, 0, 0, false);

    private SimulatedProcess process = newProcess();

    private static SimulatedProcess newProcess() {
        return new SimulatedProcess(
                new SplittableRandom(1), new Trace(), EnumSet.noneOf(Mode.class), ProcessFaults.NONE);
    }

    /** In a process of its own. */
    private FileJournal open(SimulatedDisk disk) throws IOException {
        process.kill();
        process = newProcess();
        disk.faults(DiskFaults.NONE);
        return FileJournal.open(SimulatedFolder.open(disk, process, "journal"), SEGMENT_BYTES);
    }

    private static SimulatedDisk disk(long seed) throws IOException {
        SimulatedDisk disk = new SimulatedDisk(new SplittableRandom(seed), new Trace());
        SimulatedFolder.open(disk, newProcess(), "journal");
        return disk;
    }

    /** Of an epoch's id, with nothing in it but what a journal looks at. */
    private static ByteBuffer document(long epoch) {
        ByteBuffer document = ByteBuffer.allocate(200).order(ByteOrder.LITTLE_ENDIAN);
        document.putInt(0, MAGIC).putInt(8, 200).putLong(40, epoch).putLong(48, epoch);
        return document;
    }

    private boolean hasDocument(SimulatedDisk disk, long epoch) throws IOException {
        FileJournal journal = open(disk);
        if (!journal.epochs().contains(epoch)) {
            return false;
        }
        try (DocumentSource source = journal.read(epoch)) {
            return source.next() != null;
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void a_segment_named_just_before_a_kill_keeps_its_name_and_what_is_written_to_it(long seed) throws IOException {
        SimulatedDisk disk = disk(seed);
        FileJournal first = open(disk);
        // create, write, force, rename, and then the folder's force
        process.faults(new ProcessFaults(4, 0));
        assertThatThrownBy(first::fillOnce).isInstanceOf(ProcessDeath.class);
        FileJournal second = open(disk);
        second.beginEpoch(1);
        second.append(document(1));
        second.force();
        disk.cutPower();
        assertThat(hasDocument(disk, 1)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void segments_given_back_leave_no_gap_whenever_the_server_is_killed_or_the_power_cut(long seed) throws IOException {
        boolean isOver = false;
        for (int operations = 0; !isOver; operations++) {
            SimulatedDisk disk = disk(seed);
            FileJournal journal = open(disk);
            for (int epoch = 1; epoch <= 9; epoch++) {
                journal.beginEpoch(epoch);
                journal.append(document(epoch));
                if (epoch >= 8) {
                    journal.removeThrough(epoch - 1);
                }
            }
            journal.force();
            journal.removeThrough(8);
            process.faults(new ProcessFaults(operations, 0));
            try {
                while (journal.fillOnce()) {
                    continue;
                }
                isOver = true;
            } catch (ProcessDeath death) {
                assertThat(process.isDead()).isTrue();
            }
            if (seed % 2 == 0) {
                open(disk);
            }
            disk.cutPower();
            assertThat(open(disk).epochs()).containsExactly(9L);
            assertThat(disk.tree("journal").names()).hasSizeLessThan(isOver ? 5 : 11);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void a_document_that_a_failed_force_left_in_the_page_cache_is_durable_once_the_next_epoch_begins(long seed)
            throws IOException {
        SimulatedDisk disk = disk(seed);
        FileJournal first = open(disk);
        first.beginEpoch(1);
        first.append(document(1));
        disk.faults(FORCES_FAIL);
        assertThatThrownBy(first::force).isInstanceOf(IOException.class);
        boolean isRead = hasDocument(disk, 1);
        FileJournal second = open(disk);
        second.beginEpoch(2);
        disk.cutPower();
        assertThat(hasDocument(disk, 1)).isEqualTo(isRead);
    }
}
