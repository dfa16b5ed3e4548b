package org.debitcredit.terminal.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.debitcredit.chart.Band;
import org.debitcredit.chart.Marker;
import org.debitcredit.terminal.run.RunResult;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Element;

class RunPageTest {

    private static final SyntheticRun MIXED = new SyntheticRun(1, 500, 60) {
        @Override
        List<String> kinds() {
            return List.of("balance", "debit-credit", "withdrawal");
        }
    };
    private static final RunResult RESULT = MIXED.result();

    private static SingleRun run(@Nullable AnswerReconciliation reconciliation) {
        return new SingleRun(
                "Demo",
                SyntheticRun.BEGAN,
                "The service was killed in second 15.",
                MIXED.judge(RESULT),
                RESULT,
                "The sums of accounts, tellers, branches and history are equal",
                List.of(new Band(15, 18, "no service")),
                List.of(new Marker(15, "kill -9"), new Marker(18, "ready again")),
                reconciliation,
                "./bank demo --kill");
    }

    @Test
    void it_tells_the_verdict_the_story_and_the_books() {
        HtmlPage page = new HtmlPage(RunPage.html(run(Disclosures.FOUND)));
        assertThat(page.verdict()).startsWith("Pass").contains("The service was killed in second 15.");
        assertThat(page.section("Books")).contains("are equal.", "All 12,345 answers");
        assertThat(page.section("How to repeat")).contains("./bank demo --kill");
        assertThat(page.elements("a")).isEmpty();
        assertThat(new HtmlPage(RunPage.html(run(null))).section("Books")).doesNotContain("success file");
    }

    @Test
    void the_gap_is_marked() {
        Element chart = new HtmlPage(RunPage.html(run(null))).chart("Throughput by the second");
        assertThat(chart.getTextContent()).contains("no service", "kill -9", "ready again");
    }

    @Test
    void every_kind_has_its_histogram_and_its_tail() {
        HtmlPage page = new HtmlPage(RunPage.html(run(null)));
        double all = 0;
        for (String kind : MIXED.kinds()) {
            all += HtmlPage.bars(page.chart("Response times of " + kind)).stream()
                    .mapToDouble(Double::doubleValue)
                    .sum();
        }
        assertThat(all).isEqualTo(MIXED.micros.size());
        for (String from : List.of("from the intended send time", "from the actual send time (service time)")) {
            Element tail = page.chart("Share of the answers that took as long or longer, " + from);
            assertThat(tail.getTextContent()).contains("balance", "debit-credit", "withdrawal");
        }
    }

    @Test
    void the_file_is_the_page(@TempDir Path folder) throws IOException {
        SingleRun run = run(Disclosures.FOUND);
        Path file = RunPage.write(run, folder);
        assertThat(file).isEqualTo(folder.resolve("report.html"));
        assertThat(Files.readString(file)).isEqualTo(RunPage.html(run));
    }
}
