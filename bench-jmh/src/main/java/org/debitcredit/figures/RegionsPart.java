package org.debitcredit.figures;

import static org.debitcredit.figures.MarkdownTable.bold;
import static org.debitcredit.figures.MarkdownTable.ratio;
import static org.debitcredit.figures.MarkdownTable.whole;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.hipparchus.stat.regression.SimpleRegression;
import tools.jackson.databind.JsonNode;

/**
 * What out-of-town transactions take: two regions on this machine with more or fewer of them, at the most that it can
 * do. Then more regions with the same load each, which shows what following takes. From both, the curve beyond one
 * machine is simulated.
 */
final class RegionsPart implements Part {

    private static final List<Integer> SHARES = List.of(0, 15, 100);
    private static final List<Integer> REGIONS = List.of(2, 4, 8);
    private static final List<Integer> SIMULATED = List.of(1, 2, 5, 10, 20, 50);
    private static final int SHARE = 15;
    private static final ScaleOut.Machine MACHINE = new ScaleOut.Machine(2, 0.7, 5);
    private static final long SEED = 19;

    private static final String ANSWERS = "answers a second";
    private static final String MICROS = "processor microseconds";
    private static final String LOCAL = "P90 own region, ms";
    private static final String OUT_OF_TOWN = "P90 out of town, ms";
    private static final String BUSY = "processor microseconds of a region in a second";

    /** A run warms up by itself, and is long beside that. */
    private static final int TIMES_LONGER = 4;

    @Override
    public String name() {
        return "regions";
    }

    @Override
    public PartResult measure(Sitting sitting) throws IOException {
        Cells cells = new Cells();
        for (int round = 1; round <= sitting.rounds(); round++) {
            for (int share : SHARES) {
                Sitting.progress("regions: round %d, %d %% out of town", round, share);
                JsonNode json = nation(sitting, 2, 6, "10ms", share);
                String row = share(share);
                cells.add(row, ANSWERS, json.path("transactionsPerSecond").asDouble());
                cells.add(row, MICROS, json.path("processorMicrosPerAnswer").asDouble());
                cells.add(row, LOCAL, json.path("p90LocalMillis").asDouble());
                cells.add(row, OUT_OF_TOWN, json.path("p90OutOfTownMillis").asDouble());
            }
            for (int regions : REGIONS) {
                Sitting.progress("regions: round %d, %d regions", round, regions);
                JsonNode json = nation(sitting, regions, 10, "2s", SHARE);
                double micros = json.path("processorMicrosPerAnswer").asDouble()
                        * json.path("transactions").asDouble();
                cells.add(regions(regions), BUSY, micros / seconds(sitting) / regions);
            }
        }
        return new PartResult(text(cells), cells.json());
    }

    private static String share(int percent) {
        return percent + " % out of town";
    }

    private static String regions(int count) {
        return count + " regions";
    }

    private static int seconds(Sitting sitting) {
        return TIMES_LONGER * (sitting.seconds() + sitting.warmUpSeconds());
    }

    /** A run in which nothing was lost. It may fail by its response times. */
    private static JsonNode nation(Sitting sitting, int regions, int atms, String think, int share) throws IOException {
        Path report = sitting.scratch().resolve("nation-report");
        List<String> command = sitting.java(
                "-Xmx1g",
                "-Dbank.server.jar=" + sitting.serverJar(),
                // As where there are more regions than processors.
                "-Dbank.server.java-options=-XX:TieredStopAtLevel=1");
        command.addAll(List.of("-jar", sitting.terminalJar().toString(), "nation", "--json"));
        command.addAll(List.of("--regions", "" + regions, "--branches", "10", "--atms", "" + atms));
        command.addAll(List.of("--think", think, "--out-of-town", "" + share, "--seconds", "" + seconds(sitting)));
        command.addAll(List.of("--report", report.toString()));
        JsonNode json = Sitting.lastLine(Child.said(command, seconds(sitting) + sitting.timeLimitSeconds()));
        boolean isSound = json.path("lost").isIntegralNumber()
                && json.path("lost").asLong() == 0
                && json.path("inTransit").asLong() == 0
                && json.path("invariantsHold").asBoolean();
        if (!isSound) {
            throw new IOException("something was lost: " + json);
        }
        return json;
    }

    static ScaleOut.Cost cost(Cells cells) {
        SimpleRegression busy = new SimpleRegression();
        for (int regions : REGIONS) {
            busy.addData(regions - 1, cells.median(regions(regions), BUSY));
        }
        return new ScaleOut.Cost(
                cells.median(share(0), MICROS), cells.median(share(100), MICROS), Math.max(0, busy.getSlope()));
    }

    static String text(Cells cells) {
        MarkdownTable measured = new MarkdownTable(
                "two regions", "answers, of those at 0 %", ANSWERS, MICROS + " each", LOCAL, OUT_OF_TOWN);
        for (int share : SHARES) {
            String row = share(share);
            measured.row(
                    row,
                    bold(ratio(cells.median(row, ANSWERS) / cells.median(share(0), ANSWERS))),
                    whole(cells.median(row, ANSWERS)),
                    whole(cells.median(row, MICROS)),
                    share == 100 ? "-" : ratio(cells.median(row, LOCAL)),
                    share == 0 ? "-" : ratio(cells.median(row, OUT_OF_TOWN)));
        }
        ScaleOut.Cost cost = cost(cells);
        MarkdownTable simulated =
                new MarkdownTable("regions, **simulated**", "answers, of those of one region", ANSWERS, "P90, ms");
        double one = 0;
        for (int regions : SIMULATED) {
            ScaleOut.Point point = ScaleOut.simulate(regions, cost, SHARE / 100.0, MACHINE, SEED);
            one = regions == 1 ? point.perSecond() : one;
            simulated.row(
                    "" + regions,
                    bold(ratio(point.perSecond() / one)),
                    whole(point.perSecond()),
                    ratio(point.p90Millis()));
        }
        return measured
                + ("\nTwo regions and their 120 ATMs on this machine, which has nothing left to do; each answer durable in "
                                + "both regions; services with the first compiler of the JVM alone; with the start of the "
                                + "JVMs. `./bank nation --regions 2 --branches 10 --atms 6 --think 10ms --out-of-town N`."
                                + "\n\n%s\n"
                                + "**Not measured, but simulated** from the processor times above: each region has a "
                                + "machine of %d processors, whose load takes %d %% of them; %d %% of the transactions are "
                                + "out of town; a line takes %d ms each way. A region takes %s microseconds of a processor "
                                + "in a second for each other region, for following it and being followed: the slope over "
                                + "2, 4 and 8 regions of 50 transactions a second each on this machine. Disks are not in "
                                + "the simulation")
                        .formatted(
                                simulated,
                                MACHINE.processors(),
                                Math.round(100 * MACHINE.busy()),
                                SHARE,
                                Math.round(MACHINE.lineMillis()),
                                whole(cost.followMicros()));
    }
}
