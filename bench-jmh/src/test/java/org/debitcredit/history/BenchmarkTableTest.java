package org.debitcredit.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.debitcredit.history.HistoryFilesTest.run;

import java.util.List;
import org.junit.jupiter.api.Test;

class BenchmarkTableTest {

    private static final List<HistorySeries> HISTORIES = HistorySeries.of(List.of(
            run("bus", "a", "batch <10>", 1.0),
            run("bus", "b", "batch <10>", 1.0),
            run("bus", "c", "batch <10>", 1.0),
            run("bus", "d", "batch <20>", 0.2),
            run("bus", "e", "batch <10>", 0.4)));

    @Test
    void each_run_is_judged_by_those_before_it_with_its_settings() {
        List<String> lines = BenchmarkTable.of(HISTORIES, 2).lines().toList();
        assertThat(lines).hasSize(4);
        assertThat(lines.get(1))
                .startsWith("bus")
                .contains(" c ")
                .endsWith("nothing to compare yet: 2 recorded before, 3 needed");
        assertThat(lines.get(2)).contains(" e ", "0.4000", "-60 %").endsWith("REGRESSION: below 0.7000");
        assertThat(lines.get(3)).contains(" d ").endsWith("nothing to compare yet: 0 recorded before, 3 needed");
    }

    @Test
    void the_page_draws_every_series_and_says_what_is_worse() {
        assertThat(HistoryPage.of(HISTORIES))
                .contains("1 of 2 benchmarks: REGRESSION", "batch &lt;10&gt;", "bound of the latest")
                .doesNotContain("<10>");
    }
}
