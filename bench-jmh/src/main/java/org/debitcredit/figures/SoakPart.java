package org.debitcredit.figures;

import static org.debitcredit.figures.MarkdownTable.bold;
import static org.debitcredit.figures.MarkdownTable.ratio;
import static org.debitcredit.figures.MarkdownTable.time;
import static org.debitcredit.figures.MarkdownTable.whole;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.debitcredit.bench.SoakRun;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A long run at 80 % of the peak, which shows whether anything grows and what causes the longest answers. */
final class SoakPart implements PagePart {

    private static final int MINUTE_SECONDS = 60;
    private static final int QUICK_MINUTE_SECONDS = 2;
    private static final int PEAK_SECONDS = 20;
    private static final double GIB = 1L << 30;

    @Override
    public String name() {
        return "soak";
    }

    @Override
    public String runs(Sitting sitting) {
        return "One run";
    }

    @Override
    public PartResult measure(Sitting sitting) throws IOException {
        int minute = sitting.quick() ? QUICK_MINUTE_SECONDS : MINUTE_SECONDS;
        Path log = sitting.scratch().resolve("soak.log");
        List<String> command = sitting.java("-Xmx4g", "-Xlog:gc,safepoint:file=" + log + "::filecount=0");
        command.addAll(List.of("-cp", sitting.benchmarksJar().toString(), SoakRun.class.getName()));
        command.addAll(List.of("--slices=" + sitting.soakMinutes(), "--slice-seconds=" + minute));
        command.addAll(
                List.of("--peak-seconds=" + (sitting.quick() ? 1 : PEAK_SECONDS), "--directory=" + sitting.scratch()));
        Sitting.progress("soak: %d x %d s", sitting.soakMinutes(), minute);
        int timeLimitSeconds = sitting.soakMinutes() * minute + 2 * PEAK_SECONDS + sitting.timeLimitSeconds();
        List<JsonNode> slices = new ArrayList<>();
        for (String line : Child.run(command, timeLimitSeconds)) {
            slices.add(JsonMapper.shared().readTree(line));
        }
        Cells cells = cells(slices, new JvmLog(Files.readAllLines(log)));
        return new PartResult(text(cells, slices.size()), cells.json());
    }

    /** A row for each slice: its output, and the JVM's log of that time. */
    static Cells cells(List<JsonNode> slices, JvmLog log) {
        Cells cells = new Cells();
        for (int i = 0; i < slices.size(); i++) {
            JsonNode slice = slices.get(i);
            String row = String.valueOf(i + 1);
            double from = slice.path("fromSeconds").asDouble();
            double to = slice.path("toSeconds").asDouble();
            for (String column :
                    List.of("tps", "p50Micros", "p99Micros", "maxMicros", "bareForceMaxMicros", "diskBytes")) {
                cells.add(row, column, slice.path(column).asDouble());
            }
            cells.add(row, "safepointMaxMicros", log.longestSafepointMicros(from, to));
            cells.add(row, "heapAfterMib", log.heapAfterCollectionMib(from, to));
        }
        return cells;
    }

    static String text(Cells cells, int slices) {
        MarkdownTable table = new MarkdownTable(
                "minute",
                "longest answer / bare force",
                "longest answer",
                "longest bare force",
                "longest safepoint",
                "tps",
                "p50",
                "p99",
                "heap after GC, at most",
                "disk");
        for (int i = 1; i <= slices; i++) {
            String row = String.valueOf(i);
            table.row(
                    row,
                    bold(ratio(cells.medianRatio(row, "maxMicros", "bareForceMaxMicros"))),
                    time(cells.median(row, "maxMicros")),
                    time(cells.median(row, "bareForceMaxMicros")),
                    time(cells.median(row, "safepointMaxMicros")),
                    whole(cells.median(row, "tps")),
                    time(cells.median(row, "p50Micros")),
                    time(cells.median(row, "p99Micros")),
                    whole(cells.median(row, "heapAfterMib")) + " MiB",
                    "%.2f GiB".formatted(cells.median(row, "diskBytes") / GIB));
        }
        return table
                + "\nFile journal, memory ledger of 10 million accounts, 80 % of the peak in an open loop of batches "
                + "of 1,000 "
                + "under one key each, every answer after its fdatasync; a bare force is 4 KiB overwritten and "
                + "forced in another file of the same disk, ten times a second. `org.debitcredit.bench.SoakRun`";
    }
}
