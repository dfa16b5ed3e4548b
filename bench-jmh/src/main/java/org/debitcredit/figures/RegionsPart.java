package org.debitcredit.figures;

import static org.debitcredit.figures.MarkdownTable.bold;
import static org.debitcredit.figures.MarkdownTable.ratio;
import static org.debitcredit.figures.MarkdownTable.whole;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.hipparchus.stat.regression.OLSMultipleLinearRegression;
import tools.jackson.databind.JsonNode;

/**
 * What out-of-town transactions take: two regions on this machine with more or fewer of them, at the most that it can
 * do. Then more regions, with little and with more to do and nothing out of town, which shows what following takes.
 * From both, the curve beyond one machine is simulated.
 */
final class RegionsPart implements PagePart {

    private static final List<Integer> SHARES = List.of(0, 15, 100);
    private static final int SHARE = 15;
    private static final List<Integer> REGIONS = List.of(2, 4, 8);
    private static final List<Integer> SIMULATED = List.of(1, 2, 5, 10, 20, 50);
    private static final ScaleOut.Machine MACHINE = new ScaleOut.Machine(2, 0.7, 5);
    private static final long SEED = 19;

    private static final int BRANCHES = 10;
    private static final String ANSWERS = "answers a second";
    private static final String MICROS = "processor microseconds";
    private static final String LOCAL = "P90 own region, ms";
    private static final String OUT_OF_TOWN = "P90 out of town, ms";
    private static final String OF_REGION = "answers of a region in a second";
    private static final String BUSY = "processor microseconds of a region in a second";

    /** How much longer a run is than the measured seconds and the warm-up, because its own warm-up is measured too. */
    private static final int TIMES_LONGER = 4;

    /**
     * ATMs in each branch of a region, of which there are ten.
     *
     * @param think mean think time, as the command takes it
     */
    private record Load(String name, int atms, String think) {}

    private static final Load MOST = new Load("most", 6, "10ms");
    private static final Load LITTLE = new Load("25/s", 10, "4s");
    private static final Load MORE = new Load("150/s", 30, "2s");
    private static final Load MUCH = new Load("600/s", 60, "1s");

    /** The loads that this machine can carry with so many regions. */
    private static List<Load> loads(int regions) {
        return regions == 2 ? List.of(LITTLE, MORE, MUCH) : List.of(LITTLE, MORE);
    }

    @Override
    public String name() {
        return "regions";
    }

    @Override
    public String runs(Sitting sitting) {
        return "Medians of %d rounds".formatted(sitting.rounds());
    }

    @Override
    public PartResult measure(Sitting sitting) throws IOException {
        Cells cells = new Cells();
        for (int round = 1; round <= sitting.rounds(); round++) {
            for (int share : SHARES) {
                Sitting.progress("regions: round %d, %d %% out of town", round, share);
                JsonNode json = nation(sitting, 2, MOST, share);
                String row = share(share);
                cells.add(row, ANSWERS, json.path("transactionsPerSecond").asDouble());
                cells.add(row, MICROS, json.path("processorMicrosPerAnswer").asDouble());
                cells.add(row, LOCAL, json.path("p90LocalMillis").asDouble());
                cells.add(row, OUT_OF_TOWN, json.path("p90OutOfTownMillis").asDouble());
            }
            for (int regions : REGIONS) {
                for (Load load : loads(regions)) {
                    Sitting.progress("regions: round %d, %d regions of %s", round, regions, load.name);
                    JsonNode json = nation(sitting, regions, load, 0);
                    double answers = json.path("transactionsPerSecond").asDouble() / regions;
                    cells.add(row(regions, load), OF_REGION, answers);
                    cells.add(
                            row(regions, load),
                            BUSY,
                            answers * json.path("processorMicrosPerAnswer").asDouble());
                }
            }
        }
        return new PartResult(text(cells, seconds(sitting)), cells.json());
    }

    private static String share(int percent) {
        return percent + " % out of town";
    }

    private static String row(int regions, Load load) {
        return regions + " regions of " + load.name;
    }

    private static int seconds(Sitting sitting) {
        return TIMES_LONGER * (sitting.seconds() + sitting.warmUpSeconds());
    }

    /** The JSON of a run in which nothing was lost. Its response times may be too long for its own verdict. */
    private static JsonNode nation(Sitting sitting, int regions, Load load, int share) throws IOException {
        Path report = sitting.scratch().resolve("nation-report");
        List<String> command = sitting.java(
                "-Xmx1g",
                "-Dbank.server.jar=" + sitting.serverJar(),
                // The command sets this itself where there are more regions than processors.
                "-Dbank.server.java-options=-XX:TieredStopAtLevel=1");
        command.addAll(List.of("-jar", sitting.terminalJar().toString(), "nation", "--json"));
        command.addAll(List.of("--regions", "" + regions, "--branches", "" + BRANCHES, "--atms", "" + load.atms));
        command.addAll(List.of("--think", load.think, "--out-of-town", "" + share, "--seconds", "" + seconds(sitting)));
        command.addAll(List.of("--report", report.toString()));
        JsonNode json = Sitting.lastLine(Child.said(command, seconds(sitting) + sitting.timeLimitSeconds()));
        boolean isSound = json.path("lost").isIntegralNumber()
                && json.path("lost").asLong() == 0
                && json.path("inTransit").asLong() == 0
                && json.path("processorMicrosPerAnswer").asDouble() > 0
                && json.path("invariantsHold").asBoolean();
        if (!isSound) {
            throw new IOException("something was lost: " + json);
        }
        return json;
    }

    /**
     * Fits what a region takes of a processor in a second: an amount for itself, one for each of its transactions, and
     * for each other region one for each message and one for each transaction. The runs with out-of-town transactions
     * include what the two regions took to follow each other, so this is subtracted from them.
     */
    static ScaleOut.Cost cost(Cells cells) {
        List<double[]> terms = new ArrayList<>();
        List<Double> busy = new ArrayList<>();
        for (int regions : REGIONS) {
            for (Load load : loads(regions)) {
                double answers = cells.median(row(regions, load), OF_REGION);
                int others = regions - 1;
                terms.add(new double[] {answers, others * ScaleOut.Following.messages(answers), others * answers});
                busy.add(cells.median(row(regions, load), BUSY));
            }
        }
        OLSMultipleLinearRegression fit = new OLSMultipleLinearRegression();
        fit.newSampleData(busy.stream().mapToDouble(Double::doubleValue).toArray(), terms.toArray(double[][]::new));
        double[] fitted = fit.estimateRegressionParameters();
        ScaleOut.Following following = new ScaleOut.Following(Math.max(0, fitted[2]), Math.max(0, fitted[3]));
        return new ScaleOut.Cost(
                withoutFollowing(cells, 0, following), withoutFollowing(cells, 100, following), following);
    }

    /** Processor microseconds of a transaction at the highest load of two regions, without what following takes. */
    private static double withoutFollowing(Cells cells, int share, ScaleOut.Following following) {
        double answersOfRegion = cells.median(share(share), ANSWERS) / 2;
        double rows = answersOfRegion * (100 + share) / 100.0;
        return cells.median(share(share), MICROS) - following.micros(rows) / answersOfRegion;
    }

    /** @param seconds of each run */
    static String text(Cells cells, int seconds) {
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
        MarkdownTable simulated = new MarkdownTable(
                "regions, **simulated**", "answers, of those of one region", ANSWERS, "of each region", "P90, ms");
        double one = 0;
        for (int regions : SIMULATED) {
            ScaleOut.Point point = ScaleOut.simulate(regions, cost, SHARE / 100.0, MACHINE, SEED);
            one = regions == 1 ? point.perSecond() : one;
            simulated.row(
                    "" + regions,
                    bold(ratio(point.perSecond() / one)),
                    whole(point.perSecond()),
                    whole(point.perSecond() / regions),
                    ratio(point.p90Millis()));
        }
        return measured
                + ("\nTwo regions and their 120 ATMs on this machine, whose processors are full; each half durable "
                                + "before the answer; services with the first compiler of the JVM alone; from the first "
                                + "request on, for %d s. `./bank nation --regions 2 --branches 10 --atms 6 --think 10ms "
                                + "--out-of-town N`.\n\n%s\n"
                                + "**Not measured, but simulated** from processor times: each region has a machine of %d "
                                + "processors, of which load and following together take %d %%; %d %% of the transactions "
                                + "are out of town, with a single region none; a line takes %d ms each way. A region reads "
                                + "all transactions of every other one. To follow one and to be followed by it takes %s "
                                + "microseconds of a processor for each message and %s for each transaction of one of "
                                + "them: fitted to 2, 4 and 8 regions of about 25 and 150 transactions a second each, and to "
                                + "2 of about 600, on this machine, so more than 8 regions are extrapolated. Transactions "
                                + "take what they take above, with full machines and one partner; that half of an "
                                + "out-of-town one is taken in the account's region is assumed. Disks are not in the simulation.")
                        .formatted(
                                seconds,
                                simulated,
                                MACHINE.processors(),
                                Math.round(100 * MACHINE.busy()),
                                SHARE,
                                Math.round(MACHINE.lineMillis()),
                                whole(cost.following().microsPerMessage()),
                                ratio(cost.following().microsPerRow()));
    }
}
