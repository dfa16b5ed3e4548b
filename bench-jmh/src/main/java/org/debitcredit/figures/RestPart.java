package org.debitcredit.figures;

import static org.debitcredit.figures.MarkdownTable.bold;
import static org.debitcredit.figures.MarkdownTable.ratio;
import static org.debitcredit.figures.MarkdownTable.time;
import static org.debitcredit.figures.MarkdownTable.whole;

import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.debitcredit.bench.ScratchDirectory;
import org.debitcredit.counters.Counter;
import org.debitcredit.counters.MachineReader;

/** The service's REST beside a bare Netty handler in front of the same engine, by wrk. */
final class RestPart implements PagePart {

    private static final String SERVICE = "service";
    private static final String BARE = "bare";
    private static final int WARM_UPS = 5;
    private static final long NANOS_PER_MICRO = 1_000;

    @Override
    public String name() {
        return "rest";
    }

    @Override
    public PartResult measure(Sitting sitting) throws IOException {
        Path wrk = Wrk.find("wrk", Stream.empty());
        Cells cells = new Cells();
        try (ScratchDirectory scratch = new ScratchDirectory(sitting.scratch());
                ServeChild service = new ServeChild(sitting, "file");
                BareNettyChild bare = new BareNettyChild(sitting)) {
            Path script = Wrk.script(scratch.path());
            Sitting.progress("rest: warm-up");
            for (int port : new int[] {service.httpPort(), bare.port()}) {
                Wrk.run(
                        wrk,
                        script,
                        Wrk.Target.tpca(port),
                        WARM_UPS * sitting.warmUpSeconds(),
                        sitting.timeLimitSeconds());
            }
            for (int round = 1; round <= sitting.rounds(); round++) {
                Sitting.progress("rest: round %d", round);
                measure(sitting, wrk, script, service.httpPort(), service.pid(), SERVICE, cells);
                measure(sitting, wrk, script, bare.port(), bare.pid(), BARE, cells);
            }
        }
        return new PartResult(text(cells), cells.json());
    }

    private static void measure(Sitting sitting, Path wrk, Path script, int port, long pid, String side, Cells cells)
            throws IOException {
        long before = cpuMicros(pid);
        Wrk run = Wrk.run(wrk, script, Wrk.Target.tpca(port), sitting.seconds(), sitting.timeLimitSeconds());
        cells.add("requests a second", side, run.perSecond());
        cells.add("processor per request, us", side, (double) (cpuMicros(pid) - before) / run.requests());
        cells.add("p99", side, run.p99Micros());
    }

    private static long cpuMicros(long pid) throws NotHereException {
        return MachineReader.here()
                .process(pid)
                .find(Counter.PROCESS_CPU_NANOS)
                .map(nanos -> nanos / NANOS_PER_MICRO)
                .orElseThrow(() -> new NotHereException("this system does not tell the processor time of a process"));
    }

    static String text(Cells cells) {
        MarkdownTable table = new MarkdownTable("REST", "service / bare Netty", "service", "bare Netty");
        String rate = "requests a second";
        table.row(
                rate,
                bold(ratio(cells.medianRatio(rate, SERVICE, BARE))),
                whole(cells.median(rate, SERVICE)),
                whole(cells.median(rate, BARE)));
        String cpu = "processor per request, us";
        table.row(
                "processor per request",
                bold(ratio(cells.medianRatio(cpu, SERVICE, BARE))),
                time(cells.median(cpu, SERVICE)),
                time(cells.median(cpu, BARE)));
        table.row(
                "p99",
                ratio(cells.medianRatio("p99", SERVICE, BARE)),
                time(cells.median("p99", SERVICE)),
                time(cells.median("p99", BARE)));
        return table
                + "\nEvery answer after its fdatasync, file journal, memory ledger; `wrk -t1 -c" + Wrk.CONNECTIONS
                + " --latency` on the same processors, in turn. `./bank serve --journal file --ledger memory "
                + "--preset tpca "
                + "--branches 100`, `org.debitcredit.bench.BareNetty`";
    }
}
