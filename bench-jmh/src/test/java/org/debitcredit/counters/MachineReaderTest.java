package org.debitcredit.counters;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MachineReaderTest {

    private static final String THREAD = " S 1 2 3 0 -1 4194560 5 6 0 8 150 25 9 10 20 0 1 0 100";

    @TempDir
    Path temp;

    private MachineReader reader() {
        return new MachineReader(temp.resolve("proc"), temp.resolve("cgroup"), temp.resolve("block"));
    }

    private void write(String file, String text) throws IOException {
        Path path = temp.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    @Test
    void a_machine_and_what_was_counted_between_two_readings() throws IOException {
        write("proc/stat", "cpu  100 0 0 50 0 0 0 10\n");
        write("proc/vmstat", "pgmajfault 5\n");
        write("proc/pressure/memory", "some avg10=0.00 avg60=0.00 avg300=0.00 total=70\n");
        Counts before = reader().machine("/dev/vda", Set.of());
        write("proc/stat", "cpu  160 0 0 80 0 0 0 20\n");
        write("proc/vmstat", "pgmajfault 9\n");
        write("proc/pressure/memory", "some avg10=0.00 avg60=0.00 avg300=0.00 total=100\n");
        write("proc/diskstats", "254 0 vda 1 2 3 4 5 6 7 8 0 9 10\n");
        Counts passed = reader().machine("/dev/vda", Set.of()).since(before);
        assertThat(passed.get(Counter.PROCESSOR_NANOS)).isEqualTo(1_000_000_000);
        assertThat(reader().processors(Set.of()).get(Counter.PROCESSOR_NANOS)).isEqualTo(2_600_000_000L);
        assertThat(passed.get(Counter.PROCESSOR_IDLE_NANOS)).isEqualTo(300_000_000);
        assertThat(passed.get(Counter.PROCESSOR_STOLEN_NANOS)).isEqualTo(100_000_000);
        assertThat(passed.get(Counter.MACHINE_MAJOR_FAULTS)).isEqualTo(4);
        assertThat(passed.get(Counter.MEMORY_PRESSURE_MICROS)).isEqualTo(30);
        assertThat(passed.find(Counter.DISK_WRITES))
                .as("counted since when is not known")
                .isEmpty();
    }

    @Test
    void a_counter_that_begins_again_or_was_set_back_never_counts_less_than_nothing() throws IOException {
        write("proc/stat", "cpu  100 0 0 50 0 0 0 10\n");
        write("proc/diskstats", "254 0 vda 1 2 3 4 5 6 7 8 0 4294967290 10\n");
        Counts before = reader().machine("/dev/vda", Set.of());
        write("proc/stat", "cpu  200 0 0 50 0 0 0 3\n");
        write("proc/diskstats", "254 0 vda 1 2 3 3 5 6 7 8 0 94 10\n");
        Counts passed = reader().machine("/dev/vda", Set.of()).since(before);
        assertThat(passed.get(Counter.PROCESSOR_STOLEN_NANOS)).isZero();
        assertThat(passed.get(Counter.DISK_BUSY_MILLIS)).isEqualTo(100);
        assertThat(passed.get(Counter.DISK_READ_MILLIS)).as("set back").isZero();
    }

    @Test
    void a_process_its_threads_and_its_cgroup() throws IOException {
        write("proc/7/stat", "7 (java)" + THREAD);
        write("proc/7/status", "Cpus_allowed_list:\t1\n");
        write("proc/7/cgroup", "0::/bank\n");
        write("cgroup/cpu.max", "400000 100000\n");
        write("cgroup/bank/cpu.max", "50000 100000\n");
        assertThat(reader().processorQuota(7)).as("the smaller one").hasValue(0.5);
        write("cgroup/bank/cpu.stat", "usage_usec 3\nthrottled_usec 4\n");
        write("proc/7/task/8/comm", "bank-loop-epoll\n");
        write("proc/7/task/8/schedstat", "1000 10 1");
        write("proc/7/task/9/comm", "bank-loop-epoll\n");
        write("proc/7/task/9/schedstat", "2000 20 1");
        write("proc/7/task/10/comm", "bank-writer\n");
        write("proc/7/task/10/stat", "10 (bank-writer)" + THREAD);
        Files.createDirectories(temp.resolve("proc/7/task/11"));
        Counts process = reader().process(7);
        assertThat(process.get(Counter.PROCESS_CPU_NANOS)).isEqualTo(1_750_000_000);
        assertThat(process.get(Counter.CGROUP_THROTTLED_MICROS)).isEqualTo(4);
        assertThat(process.find(Counter.PROCESS_SYSCALLS))
                .as("not allowed to be read")
                .isEmpty();
        assertThat(reader().threads(7))
                .hasSize(2)
                .containsEntry("bank-loop-epoll", new ThreadTimes(2, 3_000, 30))
                .containsEntry("bank-writer", new ThreadTimes(1, 1_750_000_000, 0));
        assertThat(reader().allowedProcessors(7)).containsExactly(1);
    }

    @Test
    void within_a_container_the_own_cgroup_is_the_root_of_what_is_mounted() throws IOException {
        write("proc/7/cgroup", "0::/../../kubepods/pod1\n");
        write("cgroup/cpu.stat", "usage_usec 3\n");
        write("cgroup/cpu.max", "200000 100000\n");
        assertThat(reader().processorQuota(7)).hasValue(2);
        assertThat(reader().process(7).get(Counter.CGROUP_CPU_MICROS)).isEqualTo(3);
    }

    @Test
    void the_quota_of_a_group_around_the_own_one_counts_with_what_runs_under_it() throws IOException {
        write("proc/7/cgroup", "0::/user.slice/bank.scope\n");
        write("cgroup/user.slice/cpu.max", "150000 100000\n");
        write("cgroup/user.slice/cpu.stat", "usage_usec 9\n");
        write("cgroup/user.slice/bank.scope/cpu.max", "max 100000\n");
        write("cgroup/user.slice/bank.scope/cpu.stat", "usage_usec 3\n");
        assertThat(reader().processorQuota(7)).hasValue(1.5);
        assertThat(reader().process(7).get(Counter.CGROUP_CPU_MICROS)).isEqualTo(9);
    }

    @Test
    void a_quota_of_version_1_counts_within_a_container_too() throws IOException {
        write("proc/7/cgroup", "4:memory:/docker/1\n3:cpu,cpuacct:/docker/1\n");
        write("cgroup/cpu,cpuacct/cpu.cfs_quota_us", "50000\n");
        write("cgroup/cpu,cpuacct/cpu.cfs_period_us", "100000\n");
        write("cgroup/cpu,cpuacct/cpu.stat", "nr_periods 7\nnr_throttled 2\nthrottled_time 55000\n");
        write("cgroup/cpu,cpuacct/cpuacct.usage", "12000000\n");
        assertThat(reader().processorQuota(7)).hasValue(0.5);
        assertThat(reader().process(7).get(Counter.CGROUP_CPU_MICROS)).isEqualTo(12_000);
        assertThat(reader().process(7).get(Counter.CGROUP_THROTTLED_MICROS)).isEqualTo(55);
        write("cgroup/cpu,cpuacct/cpu.cfs_quota_us", "-1\n");
        assertThat(reader().processorQuota(7)).as("no limit").isEmpty();
    }

    @Test
    void a_logical_volume_is_on_the_disks_below_it() throws IOException {
        String rest = " 1 2 3 4 5 6 7 8 0 9 10\n";
        write(
                "proc/diskstats",
                "8 0 sda" + rest + "8 3 sda3" + rest + "8 16 sdb" + rest + "254 0 dm-0" + rest + "254 1 dm-1" + rest);
        for (String slave : List.of("dm-0/slaves/sda3", "dm-1/slaves/dm-0", "dm-1/slaves/sdb")) {
            Files.createDirectories(temp.resolve("block").resolve(slave));
        }
        assertThat(reader().disksBelow("254:0")).containsExactly("sda");
        assertThat(reader().disksBelow("/dev/dm-1")).as("one on another").containsExactlyInAnyOrder("sda", "sdb");
        assertThat(reader().disksBelow("/dev/sda3")).containsExactly("sda");
        assertThat(reader().disksBelow("overlay")).isEmpty();
        assertThat(reader().wholeDisk("254:0")).as("whose counters are read").contains("dm-0");
    }

    @Test
    void a_system_without_any_of_these_files_counts_nothing() {
        assertThat(reader().machine("/dev/vda", Set.of())).isEqualTo(Counts.NONE);
        assertThat(reader().process(7)).isEqualTo(Counts.NONE);
        assertThat(reader().threads(7)).isEmpty();
        assertThat(reader().allowedProcessors(7)).isEmpty();
        assertThat(reader().processorQuota(7)).isEmpty();
    }
}
