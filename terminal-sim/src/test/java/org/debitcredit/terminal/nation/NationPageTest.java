package org.debitcredit.terminal.nation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NationPageTest {

    @Test
    void the_page_shows_the_verdict_the_charts_and_the_outages() {
        String html = NationPage.html(Runs.good(), NationRules.verdict(Runs.good()));
        assertThat(html)
                .contains(
                        "verdict fine",
                        "PASSED: 10 ATMs in 2 regions had 200 answers, 100 out of town, while 1 service was killed")
                .contains("In transit over time", "Answers a second", "all pairs of regions")
                .contains("no service in region 1", "from region 0 to region 1", "$600.00")
                .contains("--regions 2 --branches 1 --atms 5 --think 1000ms --out-of-town 15 --seconds 3")
                .contains("prefers-color-scheme: dark");
    }

    @Test
    void the_page_of_a_failed_run_names_what_failed() {
        AnswerCheck.Result lost = new AnswerCheck.Result(200, 1, List.of("key K was answered as committed"));
        NationResult run = Runs.with(Runs.reckoning(Runs.NOTHING, lost, Runs.EQUAL));
        assertThat(NationPage.html(run, NationRules.verdict(run)))
                .contains("verdict failure", "FAILED", "1 answer is lost", "key K was answered as committed");
    }
}
