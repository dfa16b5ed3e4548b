package org.debitcredit.counters;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The texts are those of real kernels: 6.18, 5.4, 4.18 and 2.6. */
class ProcTextTest {

    private static final long NANOS_PER_TICK = 10_000_000;

    private static final String STAT = """
            cpu  3657084 288621 793771 2076816 82895 0 26361 3349 0 0
            cpu0 1747981 129955 362100 1200356 18270 0 7025 1679 0 0
            cpu1 1909103 158666 431671 876459 64624 0 19335 1669 0 0
            intr 72453451 0 0 0
            ctxt 279366618
            """;

    private static final String DISKS = """
               7       0 loop0 13257 24 2345752 2996 85039 28571 10868160 33397 0 25864 47849 0 0 0 0 36154 11455
             254       0 vda 3633153 222666 126834890 2493642 22768617 910000 4298036256 2717004 0 1914704 5874498 723358 80 1058107280 169253 9410576 494597
            """;

    @Test
    void processors_of_the_machine_or_some_of_them_steal_apart() {
        Counts all = ProcText.stat(STAT, Set.of());
        assertThat(all.get(Counter.PROCESSOR_NANOS))
                .isEqualTo((3_657_084L + 288_621 + 793_771 + 2_076_816 + 82_895 + 26_361 + 3_349) * NANOS_PER_TICK);
        assertThat(all.get(Counter.PROCESSOR_IDLE_NANOS)).isEqualTo((2_076_816L + 82_895) * NANOS_PER_TICK);
        assertThat(all.get(Counter.PROCESSOR_NICE_NANOS)).isEqualTo(288_621 * NANOS_PER_TICK);
        assertThat(all.get(Counter.PROCESSOR_STOLEN_NANOS)).isEqualTo(3_349 * NANOS_PER_TICK);
        assertThat(ProcText.stat(STAT, Set.of(1)).get(Counter.PROCESSOR_STOLEN_NANOS))
                .isEqualTo(1_669 * NANOS_PER_TICK);
        assertThat(ProcText.stat(STAT, Set.of(0, 1)).get(Counter.PROCESSOR_IDLE_NANOS))
                .isEqualTo((1_200_356L + 18_270 + 876_459 + 64_624) * NANOS_PER_TICK);
    }

    @Test
    void a_guests_time_is_counted_once_and_an_old_kernel_has_no_steal() {
        assertThat(ProcText.stat("cpu 10 1 5 100 4 0 0 3 7 2", Set.of()).get(Counter.PROCESSOR_NANOS))
                .isEqualTo(123 * NANOS_PER_TICK);
        Counts old = ProcText.stat("cpu  10 1 5 100 4", Set.of());
        assertThat(old.get(Counter.PROCESSOR_NANOS)).isEqualTo(120 * NANOS_PER_TICK);
        assertThat(old.find(Counter.PROCESSOR_STOLEN_NANOS)).isEmpty();
    }

    @Test
    void a_process_whose_name_is_strange() {
        Counts counts =
                ProcText.processStat("4242 (a) b (c)) S 1 2 3 0 -1 4194560 5 6 7 8 150 25 9 10 20 0 1 0 100 200 300");
        assertThat(counts.get(Counter.PROCESS_CPU_NANOS)).isEqualTo(1_750_000_000);
        assertThat(counts.get(Counter.PROCESS_MAJOR_FAULTS)).isEqualTo(7);
        assertThat(ProcText.isNice("17 (a) b (c)) S 1 2 3 0 -1 4194560 5 6 7 8 150 25 9 10 39 19 1 0 100"))
                .isTrue();
        assertThat(ProcText.isNice("17 (a) b (c)) S 1 2 3 0 -1 4194560 5 6 7 8 150 25 9 10 20 0 1 0 100"))
                .isFalse();
        assertThat(ProcText.isNice("17 (a) b (c)) S 1 2 3 0 -1 4194560 5 6 7 8 150 25 9 10 10 -10 1 0 100"))
                .isFalse();
    }

    @Test
    void a_threads_times_are_those_of_the_scheduler_where_it_tells_them() {
        assertThat(ProcText.threadTimes("1743210987 5043210 1234\n"))
                .contains(new ThreadTimes(1, 1_743_210_987, 5_043_210));
        assertThat(ProcText.threadTimes("")).isEmpty();
    }

    @Test
    void input_and_output_of_a_process() {
        String io = """
                rchar: 6976
                wchar: 12
                syscr: 10
                syscw: 3
                read_bytes: 4096
                write_bytes: 8192
                cancelled_write_bytes: 0
                """;
        Counts counts = ProcText.processIo(io);
        assertThat(counts.get(Counter.PROCESS_SYSCALLS)).isEqualTo(13);
        assertThat(counts.get(Counter.PROCESS_READ_BYTES)).isEqualTo(4_096);
        assertThat(counts.get(Counter.PROCESS_WRITTEN_BYTES)).isEqualTo(8_192);
        // Without CONFIG_TASK_IO_ACCOUNTING there are the first four.
        assertThat(ProcText.processIo("rchar: 1\nwchar: 2\nsyscr: 3\nsyscw: 4\n")
                        .find(Counter.PROCESS_READ_BYTES))
                .isEmpty();
    }

    @Test
    void a_disk_by_its_device() {
        Counts counts = ProcText.diskstats(DISKS, "/dev/vda");
        assertThat(counts.get(Counter.DISK_READS)).isEqualTo(3_633_153);
        assertThat(counts.get(Counter.DISK_READ_BYTES)).isEqualTo(126_834_890L * 512);
        assertThat(counts.get(Counter.DISK_READ_MILLIS)).isEqualTo(2_493_642);
        assertThat(counts.get(Counter.DISK_WRITES)).isEqualTo(22_768_617);
        assertThat(counts.get(Counter.DISK_BUSY_MILLIS)).isEqualTo(1_914_704);
        assertThat(counts.get(Counter.DISK_FLUSHES)).isEqualTo(9_410_576);
        assertThat(ProcText.diskstats(DISKS, "254:0")).as("by its number").isEqualTo(counts);
        assertThat(ProcText.diskstats(DISKS, "overlay")).isEqualTo(Counts.NONE);
        assertThat(ProcText.diskstats(DISKS, "")).isEqualTo(Counts.NONE);
        assertThat(ProcText.wholeDisk(DISKS, "/dev/vda")).contains("vda");
        assertThat(ProcText.wholeDisk(DISKS, "overlay")).isEmpty();
        String of418 = " 254 0 vda 1 2 3 4 5 6 7 8 0 9 10 0 0 0 0";
        assertThat(ProcText.diskstats(of418, "vda").get(Counter.DISK_BUSY_MILLIS))
                .isEqualTo(9);
        assertThat(ProcText.diskstats(of418, "vda").find(Counter.DISK_FLUSHES)).isEmpty();
    }

    @Test
    void a_partition_belongs_to_its_whole_disk() {
        String rest = " 1 2 3 4 5 6 7 8 0 9 10 0 0 0 0 0 0\n";
        String disks = "8 0 sda" + rest
                + "8 1 sda1" + rest
                + "259 0 nvme0n1" + rest
                + "259 2 nvme0n1p2" + rest
                + "202 1 xvda1" + rest
                + "252 1 dm-1" + rest
                + "252 10 dm-10" + rest;
        assertThat(ProcText.wholeDisk(disks, "8:1")).contains("sda");
        assertThat(ProcText.wholeDisk(disks, "/dev/sda")).contains("sda");
        assertThat(ProcText.wholeDisk(disks, "/dev/nvme0n1p2")).contains("nvme0n1");
        assertThat(ProcText.wholeDisk(disks, "259:0")).contains("nvme0n1");
        assertThat(ProcText.wholeDisk(disks, "202:1"))
                .as("its disk is not listed")
                .contains("xvda1");
        assertThat(ProcText.wholeDisk(disks, "252:10"))
                .as("no partition of dm-1")
                .contains("dm-10");
    }

    @Test
    void network_interfaces_with_and_without_a_blank_after_the_colon() {
        String dev = """
                Inter-|   Receive                                                |  Transmit
                 face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs drop fifo colls
                    lo: 44026125501 24832276    0    0    0     0          0         0 44026125501 24832276    0    0    0
                  eth0:2363515619   69823    0    0    0     0          0         0  8453625   58883    0    0    0     0
                """;
        assertThat(ProcText.networkDevices(dev).get(Counter.NETWORK_SENT_BYTES)).isEqualTo(44_026_125_501L + 8_453_625);
    }

    @Test
    void memory_and_pressure() {
        Counts memory = ProcText.vmstat("pswpin 3\npswpout 4\npgmajfault 151853\nnr_zone -5\n");
        assertThat(memory.get(Counter.MACHINE_MAJOR_FAULTS)).isEqualTo(151_853);
        assertThat(memory.get(Counter.SWAPPED_PAGES)).isEqualTo(7);
        String pressure = """
                some avg10=45.89 avg60=46.39 avg300=36.49 total=13975635171
                full avg10=0.00 avg60=0.00 avg300=0.00 total=0
                """;
        assertThat(ProcText.pressure(pressure, Counter.DISK_PRESSURE_MICROS).get(Counter.DISK_PRESSURE_MICROS))
                .isEqualTo(13_975_635_171L);
    }

    @Test
    void a_cgroup_of_either_version() {
        String two =
                "usage_usec 900\nuser_usec 600\nsystem_usec 300\nnr_periods 7\nnr_throttled 2\nthrottled_usec 55\n";
        assertThat(ProcText.cgroupCpu(two).get(Counter.CGROUP_CPU_MICROS)).isEqualTo(900);
        assertThat(ProcText.cgroupCpu(two).get(Counter.CGROUP_THROTTLED_MICROS)).isEqualTo(55);
        String one = "nr_periods 7\nnr_throttled 2\nthrottled_time 55000\n";
        assertThat(ProcText.cgroupCpu(one).get(Counter.CGROUP_THROTTLED_MICROS)).isEqualTo(55);
        // The controller is not enabled.
        assertThat(ProcText.cgroupCpu("usage_usec 900\n").find(Counter.CGROUP_THROTTLED_MICROS))
                .isEmpty();
        assertThat(ProcText.processorQuota("150000 100000\n")).hasValue(1.5);
        assertThat(ProcText.processorQuota("max 100000\n")).isEmpty();
        assertThat(ProcText.cgroup("9:name=systemd:/\n4:memory:/a\n2:cpu,cpuacct:/b/c\n0::/d\n"))
                .contains("cpu,cpuacct/b/c");
        assertThat(ProcText.cgroup("0::/system.slice/bank.service\n")).contains("/system.slice/bank.service");
        assertThat(ProcText.cgroup("")).isEmpty();
    }

    @Test
    void the_processors_of_a_process() {
        assertThat(ProcText.allowedProcessors("Name:\tjava\nCpus_allowed:\tff\nCpus_allowed_list:\t0-2,7\n"))
                .containsExactly(0, 1, 2, 7);
        assertThat(ProcText.allowedProcessors("Cpus_allowed_list:\t1\n")).containsExactly(1);
        assertThat(ProcText.allowedProcessors("Name:\tjava\n")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n", "cpu", "cpu  ", "some", "garbage (", ")", "vda 1 2", "lo:", "0-", "a:b:c", "\0"})
    void what_is_cut_short_counts_nothing(String text) {
        List<Counts> counts = List.of(
                ProcText.stat(text, Set.of()),
                ProcText.processStat(text),
                ProcText.processIo(text),
                ProcText.diskstats(text, "vda"),
                ProcText.networkDevices(text),
                ProcText.vmstat(text),
                ProcText.pressure(text, Counter.DISK_PRESSURE_MICROS),
                ProcText.cgroupCpu(text),
                ProcText.cgroupUsage(text));
        assertThat(counts).allMatch(Counts.NONE::equals);
        assertThat(ProcText.allowedProcessors(text)).isEmpty();
        assertThat(ProcText.processorQuota(text)).isEmpty();
    }
}
