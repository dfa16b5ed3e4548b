package org.debitcredit.terminal.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.debitcredit.bank.Preset;
import org.debitcredit.chart.Page;
import org.debitcredit.chart.Series.Point;
import org.debitcredit.measure.statistics.QuantileBounds;
import org.debitcredit.measure.statistics.TruncatedExponential;
import org.debitcredit.measure.verdict.Finding;
import org.debitcredit.measure.verdict.RunVerdict;
import org.debitcredit.measure.verdict.ThinkTimes;
import org.debitcredit.measure.verdict.Verdict;
import org.debitcredit.terminal.report.AcidTest.Outcome;
import org.debitcredit.terminal.run.RunResult;
import org.debitcredit.terminal.run.WorkloadEvidence;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Element;

class DisclosurePageTest {

    private static final String INTENDED = SyntheticRun.KIND + ", from the intended send time";
    private static final int P90 = 4;

    private static HtmlPage page(Disclosure disclosure) {
        return new HtmlPage(DisclosurePage.html(disclosure));
    }

    private static long atRank90(SyntheticRun run) {
        long[] sorted = run.micros.stream().mapToLong(Long::longValue).sorted().toArray();
        return sorted[(int) Math.ceil(0.9 * sorted.length) - 1];
    }

    @Test
    void sections_are_in_the_order_of_a_disclosure() {
        HtmlPage page = page(Disclosures.of(new SyntheticRun(1, 500, 120).load(100)));
        assertThat(page.headings())
                .containsExactly(
                        "Rules, and every deviation",
                        "Machine and software",
                        "Storage probe",
                        "Schema and scale",
                        "Locality and amounts",
                        "Terminals and connections",
                        "Response times",
                        "Response time against throughput",
                        "Throughput by the second",
                        "Think times",
                        "What every rule found",
                        "What was destroyed, and what was found",
                        "Success file",
                        "Price",
                        "How to repeat");
        assertThat(page.verdict())
                .startsWith("Pass: every rule holds. 500 terminals got ")
                .endsWith(" 50 % of the rate was not played.");
    }

    @Test
    void the_histogram_has_20_cells_or_more_that_add_up_to_the_answers() {
        SyntheticRun run = new SyntheticRun(2, 500, 60);
        HtmlPage page = page(Disclosures.of(run.load(100)));
        List<Double> cells = HtmlPage.bars(page.chart("Response times of " + SyntheticRun.KIND));
        assertThat(cells).hasSizeGreaterThanOrEqualTo(20);
        assertThat(cells.stream().mapToDouble(Double::doubleValue).sum()).isEqualTo(run.micros.size());
        assertThat(HtmlPage.number(page.row(INTENDED).get(1))).isEqualTo(run.micros.size());
    }

    @Test
    void p90_is_the_answer_at_its_rank_wherever_it_stands() {
        SyntheticRun run = new SyntheticRun(3, 500, 120);
        MeasuredLoad load = run.load(100);
        HtmlPage page = page(Disclosures.of(load));
        double expected = atRank90(run) / 1e3;
        double shown = HtmlPage.number(page.row(INTENDED).get(P90));
        assertThat(shown).isCloseTo(expected, within(expected * 0.002));
        List<String> against = page.row("100 %");
        assertThat(against.get(4)).isEqualTo(page.row(INTENDED).get(P90));
        assertThat(HtmlPage.number(against.get(3))).isLessThan(shown);
        assertThat(HtmlPage.number(against.get(5))).isGreaterThan(shown);
        assertThat(page.chart("Response times of " + SyntheticRun.KIND).getTextContent())
                .contains("P90 " + against.get(4) + " ms");
        assertThat(page.verdict()).contains("took at most " + against.get(4) + " ms");
    }

    @Test
    void p90_is_not_an_average_of_half_minutes() {
        SyntheticRun run = new SyntheticRun(4, 500, 120) {
            @Override
            double medianMicros(int second) {
                return second < 30 ? 20_000 : 1_500;
            }
        };
        MeasuredLoad load = run.load(100);
        double average = Arrays.stream(load.result().recording().halfMinuteQuantiles(SyntheticRun.KIND))
                        .average()
                        .orElseThrow()
                / 1e3;
        double expected = atRank90(run) / 1e3;
        HtmlPage page = page(Disclosures.of(load));
        for (String shown :
                List.of(page.row(INTENDED).get(P90), page.row("100 %").get(P90))) {
            assertThat(HtmlPage.number(shown)).isCloseTo(expected, within(expected * 0.002));
        }
        assertThat(Math.abs(average / expected - 1))
                .as("the two can be told apart")
                .isGreaterThan(0.2);
    }

    @Test
    void a_share_is_not_taken_for_a_percentage_nor_the_other_way_round() {
        Histogram micros = new Histogram(3);
        micros.recordValue(1);
        assertThatThrownBy(() -> QuantileBounds.of(micros, 90)).hasMessageContaining("between 0 and 1");
        assertThat(MeasuredLoad.QUANTILE).isEqualTo(0.9);
        SyntheticRun run = new SyntheticRun(5, 500, 60);
        List<String> row = page(Disclosures.of(run.load(100))).row(INTENDED);
        // Asked for 0.9 per cent, a histogram answers something near its smallest value.
        assertThat(HtmlPage.number(row.get(P90))).isGreaterThan(HtmlPage.number(row.get(3)));
        assertThat(row.subList(3, row.size()).stream().map(HtmlPage::number)).isSorted();
    }

    @Test
    void answers_of_the_ramp_down_make_the_run_void() {
        MeasuredLoad load = new SyntheticRun(6, 500, 120) {
            @Override
            int secondsTooMany() {
                return 10;
            }
        }.load(100);
        HtmlPage page = page(Disclosures.of(load));
        assertThat(page.verdict()).startsWith("Void").contains("every request counts");
        assertThat(page.verdict()).doesNotContain("90 %");
        assertThat(page.row("every request counts").get(1)).isEqualTo("void");
    }

    @Test
    void silent_seconds_are_seen_and_named() {
        MeasuredLoad load = new SyntheticRun(7, 500, 120) {
            @Override
            long answers(int second) {
                return second >= 60 && second < 63 || second == 119 ? 0 : super.answers(second);
            }
        }.load(100);
        HtmlPage page = page(Disclosures.of(load));
        List<Element> silent = HtmlPage.elements(page.chart("At 100 % of the rate"), "rect").stream()
                .filter(rect -> rect.getAttribute("class").contains("failure"))
                .toList();
        assertThat(silent)
                .extracting(band -> band.getTextContent().trim())
                .containsExactly("no answer from second 60 to 63", "no answer from second 119 to 120");
        assertThat(page.section("Throughput by the second")).contains("without an answer: 60 to 63, 119 to 120.");
        assertThat(page.row("no silent second").get(1)).isEqualTo("fail");
    }

    @Test
    void checkpoints_are_marked() {
        HtmlPage page = page(Disclosures.of(new SyntheticRun(8, 500, 120).load(100)));
        Element chart = page.chart("At 100 % of the rate");
        assertThat(HtmlPage.elements(chart, "rect").stream()
                        .filter(rect -> rect.getAttribute("class").equals("band")))
                .hasSize(3);
        assertThat(HtmlPage.elements(chart, "text").stream()
                        .filter(text -> text.getTextContent().equals("checkpoint")))
                .hasSize(2);
    }

    @Test
    void think_times_stand_beside_their_law() {
        TruncatedExponential law = new TruncatedExponential(1_000);
        long[] millis = new long[1_000];
        Arrays.setAll(millis, i -> i * 2L);
        millis[999] = 50_000;
        HtmlPage page = new HtmlPage(new Page("t")
                .chart(ThinkTimeChart.of(new ThinkTimes("all", law, millis)))
                .html());
        List<Double> cells = HtmlPage.bars(page.chart("Think times: all"));
        assertThat(cells).hasSize(ThinkTimeChart.CELLS);
        assertThat(cells.stream().mapToDouble(Double::doubleValue).sum()).isEqualTo(1_000);
        assertThat(cells.get(6)).as("uniform up to 2 s").isEqualTo(cells.get(1));
        assertThat(cells.get(39)).as("too long").isEqualTo(1);
        double sum = ThinkTimeChart.of(new ThinkTimes("all", law, millis)).series().get(1).points().stream()
                .mapToDouble(Point::y)
                .sum();
        assertThat(sum).isCloseTo(1_000, within(1e-6));
    }

    @Test
    void the_first_words_say_what_was_not_tested_and_why() {
        List<AcidTest> acid = new ArrayList<>(Disclosures.HELD);
        acid.removeIf(test -> test.id().equals("mirrorLost") || test.id().equals("databaseLost"));
        acid.add(new AcidTest("mirrorLost", Outcome.NOT_RUN, "nothing", "the bank had no mirror"));
        HtmlPage page = page(Disclosures.of(acid, null, Disclosures.NO_PRICE, new SyntheticRun(9, 500, 120).load(100)));
        assertThat(page.verdict())
                .contains("ACID tests not run: mirror lost (the bank had no mirror);"
                        + " database lost (it was not part of this run).");
        assertThat(page.row("mirror lost"))
                .containsExactly("mirror lost", "not run", "nothing", "the bank had no mirror");
        assertThat(page.section("Success file"))
                .contains("no test in which the service is killed came to its end")
                .doesNotContain("was not killed");
    }

    @Test
    void the_first_words_name_the_rule_that_decides_and_the_list_all_of_them() {
        Disclosure healthy = Disclosures.of(new SyntheticRun(10, 500, 120).load(100));
        Disclosure broken = with(
                healthy,
                RunVerdict.of(List.of(
                        new Finding("first", Verdict.UNDECIDED, "too few"),
                        new Finding("second", Verdict.FAIL, "3 of 4"),
                        new Finding("third", Verdict.PASS, "good"))));
        HtmlPage page = page(broken);
        assertThat(page.verdict())
                .startsWith("Fail. By the rule \"second\": 3 of 4.")
                .doesNotContain("too few");
        assertThat(page.elements("li").stream().map(Element::getTextContent))
                .contains("fail, second: 3 of 4.", "undecided, first: too few.");
        assertThat(page.row("second")).containsExactly("second", "fail", "3 of 4");
    }

    @Test
    void a_finding_of_a_load_stands_with_that_load_only() {
        HtmlPage page =
                page(Disclosures.of(new SyntheticRun(17, 500, 60).load(80), new SyntheticRun(18, 500, 60).load(100)));
        assertThat(page.section("What every rule found"))
                .contains("At 80 % of the rate", "At 100 % of the rate", "no failed transaction")
                .doesNotContain("load of 80 %", "load of 100 %");
    }

    @Test
    void what_is_unknown_says_why() {
        Disclosure nothing = Disclosures.of(List.of(), null, Disclosures.NO_PRICE);
        HtmlPage page = page(new Disclosure(
                nothing.title(),
                nothing.began(),
                nothing.revision(),
                RunVerdict.of(List.of(new Finding("set-up", Verdict.VOID, "the service did not start"))),
                nothing.ruleSet(),
                List.of(),
                List.of(),
                new TreeMap<>(),
                new TreeMap<>(),
                new TreeMap<>(),
                List.of(),
                List.of(),
                null,
                nothing.prices(),
                nothing.command()));
        assertThat(page.verdict())
                .startsWith("Void")
                .contains("the service did not start", "killed", "(it was not part of this run)");
        assertThat(page.section("Rules, and every deviation")).contains("There is no deviation.");
        assertThat(page.section("Storage probe")).contains("was not probed");
        assertThat(page.section("Measurements")).contains("No load was measured");
        assertThat(page.section("Success file"))
                .contains("no test in which the service is killed came to its end")
                .doesNotContain("was not killed");
        assertThat(page.section("Price")).contains("No price was given", "--price");
    }

    @Test
    void a_run_without_any_answer_has_a_page() {
        MeasuredLoad load = new SyntheticRun(11, 500, 60) {
            @Override
            long answers(int second) {
                return 0;
            }
        }.load(100);
        HtmlPage page = page(Disclosures.of(
                Disclosures.HELD, null, new PriceList("USD", List.of(new PriceList.Item("computer", 900))), load));
        assertThat(page.section("Response times")).contains("No request was answered");
        assertThat(page.section("Price")).contains("No request was answered");
        assertThat(page.row("100 %")).contains("no answer");
        assertThat(page.section("Think times")).contains("No think time of all was recorded");
    }

    @Test
    void prices_give_the_price_of_a_transaction_on_the_trend() {
        MeasuredLoad load = new SyntheticRun(12, 500, 60).load(100);
        PriceList dollars =
                new PriceList("USD", List.of(new PriceList.Item("computer", 900), new PriceList.Item("disk", 100.5)));
        String section =
                page(Disclosures.of(Disclosures.HELD, null, dollars, load)).section("Price");
        assertThat(section)
                .contains(
                        "1,000.50",
                        Quantity.rate(1_000.5 / load.result().traffic().perSecond()) + " USD");
        assertThat(section).contains("this run", "Gray and Levine");
        assertThat(page(Disclosures.of(Disclosures.HELD, null, new PriceList("EUR", dollars.items()), load))
                        .section("Price"))
                .contains("EUR for each", "Give the prices in USD");
    }

    @Test
    void the_trend_falls_a_hundredfold_in_ten_years() {
        assertThat(PriceTrend.dollarsPerTps(1995)).isEqualTo(500);
        assertThat(PriceTrend.dollarsPerTps(2005)).isCloseTo(5, within(1e-9));
        assertThat(1 - PriceTrend.dollarsPerTps(2006) / PriceTrend.dollarsPerTps(2005))
                .as("\"37%/year price reduction\"")
                .isCloseTo(0.37, within(0.005));
        assertThat(PriceTrend.year(SyntheticRun.BEGAN)).isCloseTo(2026.9, within(0.01));
    }

    @Test
    void locality_is_what_the_rules_make_it() {
        assertThat(WorkloadSection.expectedAway(Preset.TPCA, Preset.TPCA.scale(2)))
                .isEqualTo(0.15);
        assertThat(WorkloadSection.expectedAway(Preset.GRAY2005, Preset.GRAY2005.scale(2)))
                .isEqualTo(0.075);
        assertThat(WorkloadSection.expectedAway(Preset.TPCA, Preset.TPCA.scale(1)))
                .isZero();
    }

    @Test
    void the_success_file_is_told_with_everything_that_is_wrong_with_it() {
        assertThat(Headline.books(new AnswerReconciliation(1_000, 1_000, 0, 5, 10, true)))
                .isEqualTo("All 1,000 answers in the success file were found again after the kill,"
                        + " and the books balance.");
        assertThat(Headline.books(new AnswerReconciliation(1_000, 997, 3, 5, 10, false)))
                .isEqualTo("3 of 1,000 answers in the success file were lost by the kill,"
                        + " and the books do not balance.");
        assertThat(Headline.books(new AnswerReconciliation(1_000, 1_000, 0, 11, 10, true)))
                .endsWith("The journal has 11 transactions that no terminal had an answer to,"
                        + " and only 10 requests were in flight.");
        assertThat(Headline.books(new AnswerReconciliation(1_000, 1_000, 0, -2, 10, true)))
                .endsWith("The journal has 2 transactions fewer than were answered.");
    }

    @Test
    void locality_that_breaks_the_rule_is_far_from_it() {
        MeasuredLoad load = new SyntheticRun(15, 500, 60).load(100);
        RunResult result = load.result();
        long requests = result.workload().home() + result.workload().away();
        WorkloadEvidence allHome = new WorkloadEvidence(requests, 0, -1, 1, new long[0], 500, 0);
        HtmlPage page = new HtmlPage(section(result, allHome));
        assertThat(page.text()).contains("0.00 % of ", "the rule makes it 15.00 %");
        assertThat(standardDeviations(page)).isGreaterThan(10);
        assertThat(standardDeviations(new HtmlPage(section(result, result.workload()))))
                .isLessThan(5);
    }

    private static double standardDeviations(HtmlPage page) {
        return Double.parseDouble(page.text().replaceAll("(?s).*which is ([0-9.]+) standard.*", "$1"));
    }

    private static String section(RunResult of, WorkloadEvidence evidence) {
        Page page = new Page("t");
        WorkloadSection.into(page, of.plan().scenario(), of.bank(), evidence);
        return page.html();
    }

    @Test
    void hostile_text_stays_text_and_nothing_is_loaded() {
        String hostile = "</p><script>alert(1)</script><img src=\"https://example.org/x\" onerror=\"y\"/>";
        Disclosure healthy = Disclosures.of(
                List.of(new AcidTest(hostile, Outcome.HELD, hostile, hostile)),
                Disclosures.FOUND,
                new PriceList(hostile, List.of(new PriceList.Item(hostile, 1))),
                new SyntheticRun(13, 500, 30) {
                    @Override
                    List<String> kinds() {
                        return List.of(hostile);
                    }
                }.load(100));
        TreeMap<String, String> facts = new TreeMap<>(Map.of(hostile, hostile));
        String html = DisclosurePage.html(new Disclosure(
                hostile,
                healthy.began(),
                hostile,
                RunVerdict.of(List.of(new Finding(hostile, Verdict.FAIL, hostile))),
                hostile,
                List.of(hostile),
                List.of(hostile),
                facts,
                facts,
                facts,
                healthy.loads(),
                healthy.acid(),
                healthy.reconciliation(),
                healthy.prices(),
                hostile));
        HtmlPage page = new HtmlPage(html);
        assertThat(page.elements("script")).isEmpty();
        assertThat(page.elements("img")).isEmpty();
        assertThat(page.elements("a")).isEmpty();
        assertThat(page.text()).contains(hostile);
        assertThat(page.attributes())
                .noneMatch(attribute -> attribute.startsWith("on"))
                .noneMatch(attribute -> attribute.matches("(?s)(src|href|style|data|action)=.*"));
        assertThat(html).doesNotContain("<script", "<img", "url(", "@import", "<link");
    }

    @Test
    void terminals_and_connections_are_counted() {
        HtmlPage page = page(Disclosures.of(new SyntheticRun(16, 500, 30).load(100)));
        assertThat(page.section("Terminals and connections"))
                .contains(
                        "at most 212 at one time, of 2,000 allowed; 240 opened in all",
                        "3 requests sent again, and 2 reversals",
                        "0.40 % of the processors' time");
    }

    @Test
    void the_file_is_the_page(@TempDir Path folder) throws IOException {
        Disclosure disclosure = Disclosures.of(new SyntheticRun(14, 500, 30).load(100));
        Path file = DisclosurePage.write(disclosure, folder);
        assertThat(file).isEqualTo(folder.resolve("report.html"));
        assertThat(Files.readString(file)).isEqualTo(DisclosurePage.html(disclosure));
    }

    private static Disclosure with(Disclosure of, RunVerdict verdict) {
        return new Disclosure(
                of.title(),
                of.began(),
                of.revision(),
                verdict,
                of.ruleSet(),
                of.deviations(),
                of.foremost(),
                of.machine(),
                of.probe(),
                of.bank(),
                of.loads(),
                of.acid(),
                of.reconciliation(),
                of.prices(),
                of.command());
    }
}
