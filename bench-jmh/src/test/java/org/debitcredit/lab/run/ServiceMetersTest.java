package org.debitcredit.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ServiceMetersTest {

    @Test
    void meters_are_read_as_the_service_writes_them() {
        ServiceMeters meters = ServiceMeters.parse("""
                # HELP bank_transactions_total Transactions decided and durable
                # TYPE bank_transactions_total counter
                bank_transactions_total{outcome="committed",type="debit-credit"} 1.2E7
                bank_transactions_total{outcome="insufficient-funds",type="withdrawal"} 5.0
                bank_transactions_totals 99.0
                bank_writer_seconds_total{step="execute"} 0.25
                bank_writer_seconds_total{step="force"} 1.5
                bank_journal_force_seconds_bucket{le="0.001"} 7
                bank_journal_force_seconds_count 17
                bank_journal_force_seconds_sum 1.5
                jvm_gc_pause_seconds_sum{action="end of minor GC",cause="Allocation Failure",gc="Copy"} 0.125
                jvm_gc_pause_seconds_sum{action="end of major GC",cause="Ergonomics",gc="MarkSweepCompact"} 0.5
                bank_key_window_seconds NaN
                """);
        assertThat(meters.transactions()).isEqualTo(12_000_005);
        assertThat(meters.forces()).isEqualTo(17);
        assertThat(meters.writerSeconds("execute")).isEqualTo(0.25);
        assertThat(meters.writerSeconds("force")).isEqualTo(1.5);
        assertThat(meters.writerSeconds("commit")).as("not there").isZero();
        assertThat(meters.pauseSeconds()).isEqualTo(0.625);
    }

    @Test
    void what_is_no_meter_is_left_out() {
        assertThat(ServiceMeters.parse("\n#\nbroken\nbank_writer_seconds_total ten\n 1\n")
                        .values())
                .isEmpty();
    }
}
