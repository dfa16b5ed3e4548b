package org.debitcredit.terminal.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.LongStream;
import org.debitcredit.bank.BankScale;
import org.debitcredit.bank.Preset;
import org.debitcredit.chart.Axis;
import org.debitcredit.chart.Chart;
import org.debitcredit.chart.Page;
import org.debitcredit.chart.Series;
import org.debitcredit.chart.Series.Look;
import org.debitcredit.chart.Series.Point;
import org.debitcredit.terminal.contract.BankInfo;
import org.debitcredit.terminal.run.WorkloadEvidence;
import org.debitcredit.workload.AtmOperation;
import org.debitcredit.workload.Scenario;

/** What the terminals asked for, beside what the rules say: accounts at home and away, amounts, tellers. */
final class WorkloadSection {

    private static final double AWAY = 0.15;
    private static final int WHOLE = 100;
    private static final double MINOR_PER_MAJOR = 100;

    private WorkloadSection() {}

    static void into(Page page, Scenario scenario, BankInfo bank, WorkloadEvidence evidence) {
        Preset rules = bank.preset();
        long requests = evidence.home() + evidence.away();
        if (requests == 0) {
            page.paragraph("No request was recorded.");
            return;
        }
        boolean ruled = scenario.percent().getOrDefault(AtmOperation.DEBIT_CREDIT, 0) == WHOLE;
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put(
                "Account of another branch than the teller's",
                Quantity.share((double) evidence.away() / requests) + " of "
                        + Quantity.count(requests, "request", "requests")
                        + (ruled ? away(evidence, expectedAway(rules, bank.scale())) : ""));
        facts.put(
                "Amounts",
                money(evidence.amountMinMinor()) + " to " + money(evidence.amountMaxMinor())
                        + (ruled ? "; the rule is uniform in ±" + money(rules.amountMinorMax()) : ""));
        facts.put(
                "Tellers used",
                Quantity.count(evidence.tellersUsed()) + " of "
                        + Quantity.count(bank.scale().tellers()));
        page.facts(facts);
        if (!ruled) {
            page.note("The rules for accounts and amounts are those of DebitCredit. This scenario has other operations"
                    + " too, so these are only the figures.");
        } else if (LongStream.of(evidence.amountCells()).sum() > 0) {
            page.chart(amounts(evidence.amountCells(), rules.amountMinorMax() / MINOR_PER_MAJOR));
        }
    }

    /** The share that the rule gives, and how far the measured one is from it. */
    private static String away(WorkloadEvidence evidence, double expected) {
        long requests = evidence.home() + evidence.away();
        double measured = (double) evidence.away() / requests;
        double deviation = Math.sqrt(expected * (1 - expected) / requests);
        String rule = "; the rule makes it " + Quantity.share(expected);
        return deviation == 0
                ? rule
                : rule
                        + String.format(
                                Locale.ROOT,
                                ", which is %.1f standard deviations away",
                                Math.abs(measured - expected) / deviation);
    }

    /** A foreign account may be one of the teller's own branch, where the rules take it from the whole bank. */
    static double expectedAway(Preset rules, BankScale scale) {
        if (scale.branches() == 1) {
            return 0;
        }
        return rules.foreignIsOther() ? AWAY : AWAY * (1 - 1.0 / scale.branches());
    }

    private static Chart amounts(long[] cells, double largest) {
        double mean = LongStream.of(cells).average().orElseThrow();
        List<Point> drawn = new ArrayList<>();
        for (int i = 0; i < cells.length; i++) {
            drawn.add(new Point((2.0 * i / cells.length - 1) * largest, cells[i]));
        }
        drawn.add(new Point(largest, 0));
        return Chart.of(
                        "Amounts",
                        Axis.linear("amount, in the currency's major unit"),
                        Axis.linear("requests"),
                        List.of(
                                new Series("drawn", Look.BARS, drawn),
                                new Series(
                                        "uniform",
                                        Look.STEPS,
                                        List.of(new Point(-largest, mean), new Point(largest, mean)))))
                .low();
    }

    private static String money(long minor) {
        return String.format(Locale.ROOT, "%,.2f", minor / MINOR_PER_MAJOR);
    }
}
