package org.debitcredit.figures;

import static org.debitcredit.figures.MarkdownTable.bold;
import static org.debitcredit.figures.MarkdownTable.ratio;
import static org.debitcredit.figures.MarkdownTable.time;
import static org.debitcredit.figures.MarkdownTable.whole;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** The engine in process: the largest bank, and fewer and smaller submissions in flight. */
final class EnginePart implements PagePart {

    private static final long HUGE_ACCOUNTS = 830_000_000;
    private static final List<String> HUGE_JVM = List.of("-Xms9g", "-Xmx9g", "-Xmn256m", "-XX:+UseParallelGC");
    private static final long HUGE_MEMORY_KIB = 11L << 20;
    private static final Path MEMORY = Path.of("/proc/meminfo");

    private record Row(String name, long accounts, int batch, int inFlight) {}

    private static final List<Row> ROWS = List.of(
            new Row("830 million accounts, 16 batches of 1,000 in flight", HUGE_ACCOUNTS, 1_000, 16),
            new Row("1 batch of 1,000 in flight", 10_000_000, 1_000, 1),
            new Row("1,000 singles in flight", 10_000_000, 1, 1_000),
            new Row("64 singles in flight", 10_000_000, 1, 64),
            new Row("one at a time", 10_000_000, 1, 1));

    @Override
    public String name() {
        return "engine";
    }

    @Override
    public PartResult measure(Sitting sitting) throws IOException {
        boolean huge = Files.isReadable(MEMORY) && availableKib(Files.readAllLines(MEMORY)) >= HUGE_MEMORY_KIB;
        Cells cells = new Cells();
        for (int round = 1; round <= sitting.rounds(); round++) {
            for (Row row : ROWS) {
                boolean isHuge = row.accounts == HUGE_ACCOUNTS;
                if (isHuge && !huge) {
                    continue;
                }
                for (String journal : Sitting.JOURNALS) {
                    Sitting.progress("engine: round %d, %s, %s journal", round, row.name, journal);
                    JsonNode json = sitting.bench(
                            isHuge ? HUGE_JVM : List.of("-Xmx4g"),
                            "--journal=" + journal,
                            "--accounts=" + row.accounts,
                            "--batch=" + row.batch,
                            "--in-flight=" + row.inFlight,
                            "--replay-max=4s");
                    cells.add(row.name, journal, json.path("tps").asDouble());
                    cells.add(
                            row.name,
                            journal + " p99Micros",
                            json.path("p99Micros").asDouble());
                    cells.add(
                            row.name,
                            journal + " p999Micros",
                            json.path("p999Micros").asDouble());
                }
            }
        }
        String missing = huge ? "" : "\n830 million accounts need 11 GiB of free memory, which was not there.";
        return new PartResult(text(cells) + missing, cells.json());
    }

    /** Available memory by {@code /proc/meminfo}; 0 if unknown. */
    static long availableKib(List<String> memory) {
        return memory.stream()
                .filter(line -> line.startsWith("MemAvailable:"))
                .map(line -> line.replaceAll("\\D", ""))
                .mapToLong(Long::parseLong)
                .findFirst()
                .orElse(0);
    }

    static String text(Cells cells) {
        MarkdownTable table = new MarkdownTable(
                "in process", "Chronicle / file", "file journal, tps", "p99", "Chronicle, tps", "p99");
        for (Row row : ROWS) {
            if (cells.has(row.name, "file")) {
                table.row(
                        row.name,
                        bold(ratio(cells.medianRatio(row.name, "chronicle", "file"))),
                        whole(cells.median(row.name, "file")),
                        time(cells.median(row.name, "file p99Micros")),
                        whole(cells.median(row.name, "chronicle")),
                        time(cells.median(row.name, "chronicle p99Micros")));
            }
        }
        return table
                + "\nMemory ledger, every answer after its fdatasync. `./bank bench --journal KIND --accounts N "
                + "--batch N "
                + "--in-flight N --replay-max 4s`; 830 million with `BANK_JAVA_OPTS='" + String.join(" ", HUGE_JVM)
                + "'`";
    }
}
