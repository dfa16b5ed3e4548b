package org.debitcredit.terminal.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.time.Duration;
import org.debitcredit.workload.ThinkTime;
import org.junit.jupiter.api.Test;

class TerminalPlanTest {

    @Test
    void tenThousandTerminalsStartAtOnceAndMoreAtThatRate() {
        assertThat(plan("http://127.0.0.1:8080", 10_000).ramp()).isZero();
        assertThat(plan("http://127.0.0.1:8080", 10_001).ramp()).isEqualTo(Duration.ofSeconds(2));
        assertThat(plan("http://127.0.0.1:8080", 1_000_000).ramp()).isEqualTo(Duration.ofSeconds(100));
    }

    @Test
    void aPathIsTakenOffTheUrl() {
        assertThat(plan("http://127.0.0.1:8080/", 1).url()).hasToString("http://127.0.0.1:8080");
        assertThat(plan("https://bank.example/v1/bank", 1).url()).hasToString("https://bank.example");
    }

    @Test
    void namesAUrlThatIsNone() {
        assertThat(plan("https://bank.example", 1).url().getHost()).isEqualTo("bank.example");
        for (String url : new String[] {"", "127.0.0.1", "ftp://127.0.0.1", "http:///v1"}) {
            assertThatThrownBy(() -> plan(url, 1)).hasMessageContaining("url is '" + url + "'");
        }
    }

    static TerminalPlan plan(String url, int terminals) {
        return new TerminalPlan(
                URI.create(url), null, terminals, new ThinkTime(Duration.ofSeconds(10)), Duration.ofSeconds(30), 1);
    }
}
