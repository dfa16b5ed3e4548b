package org.debitcredit.figures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What other programs and the system write, as it was written. */
class OutputsTest {

    private static final String WRK = """
            Running 10s test @ http://127.0.0.1:8080
              1 threads and 64 connections
              Thread Stats   Avg      Stdev     Max   +/- Stdev
                Latency     1.41ms    1.05ms  21.92ms   93.29%
                Req/Sec    48.05k     2.51k   52.33k    73.00%
              Latency Distribution
                 50%    1.19ms
                 75%    1.54ms
                 90%    2.18ms
                 99%    6.40ms
              478301 requests in 10.00s, 80.73MB read
            Requests/sec:  47830.12
            Transfer/sec:      8.07MB
            """;

    @Test
    void wrk() throws IOException {
        assertThat(Wrk.parse(WRK)).isEqualTo(new Wrk(47_830.12, 478_301, 6_400));
        assertThat(Wrk.parse(WRK.replace("6.40ms", "912.00us")).p99Micros()).isEqualTo(912);
    }

    @Test
    void answers_that_were_none_spoil_the_figure() {
        assertThatThrownBy(() -> Wrk.parse(WRK + "  Non-2xx or 3xx responses: 17\n"))
                .hasMessageContaining("responses: 17");
        assertThatThrownBy(() -> Wrk.parse("connection refused")).isInstanceOf(IOException.class);
    }

    @Test
    void pgbench() throws IOException {
        assertThat(PgServer.tps("""
                number of failed transactions: 0 (0.000%)
                latency average = 0.823 ms
                tps = 1214.527817 (without initial connection time)
                """)).isEqualTo(1_214.527817);
        assertThatThrownBy(() -> PgServer.tps("pgbench: error")).isInstanceOf(IOException.class);
    }

    @Test
    void free_memory() {
        assertThat(EnginePart.availableKib(List.of("MemTotal:       24576 kB", "MemAvailable:   12345 kB")))
                .isEqualTo(12_345);
        assertThat(EnginePart.availableKib(List.of())).isZero();
    }

    @Test
    void the_jvms_log() {
        JvmLog log = new JvmLog(List.of(
                "[1.500s][info][safepoint] Safepoint \"G1CollectForAllocation\", Time since last: 999 ns, Reaching "
                        + "safepoint: "
                        + "1 ns, Cleanup: 2 ns, At safepoint: 3 ns, Total: 9000000 ns",
                "[61.500s][info][safepoint   ] Safepoint \"Cleanup\", Time since last: 1 ns, Reaching safepoint: "
                        + "5000 ns, "
                        + "Cleanup: 1000 ns, At safepoint: 6000 ns, Total: 12000 ns",
                "[62.000s][info][gc          ] GC(3) Pause Young (Normal) (G1 Evacuation Pause) 1024M->321M(4096M) "
                        + "5.123ms",
                "[63.000s][info][gc          ] GC(4) Pause Young (Normal) (G1 Evacuation Pause) 900M->222M(4096M) "
                        + "5.123ms",
                "[64.000s][info][gc          ] GC(5) Concurrent Mark Cycle 10.0ms"));
        assertThat(log.longestSafepointMicros(60, 120)).isEqualTo(12);
        assertThat(log.longestSafepointMicros(0, 60)).isEqualTo(9_000);
        assertThat(log.heapAfterCollectionMib(60, 120)).isEqualTo(321);
        assertThat(log.heapAfterCollectionMib(120, 180)).isZero();
    }
}
