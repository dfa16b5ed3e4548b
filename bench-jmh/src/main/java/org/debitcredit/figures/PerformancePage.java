package org.debitcredit.figures;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.debitcredit.bench.Revision;
import org.debitcredit.bench.ScratchDirectory;
import org.debitcredit.history.Machine;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Measures the figures of the front page, docs/performance.md and docs/databases.md side by side, and writes them
 * between their markers.
 */
@Command(
        name = "figures",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Measure again, on this machine and in one session, the tables between the markers of docs/performance.md: "
                    + "limits, engine, rest, latency, postgres; if named by --only, also soak and regions, in "
                    + "README.md clients, in docs/databases.md pgbench, databases and tpcc, and in docs/tpcc.md "
                    + "tpcc-sqlite.",
            "Each part is written as soon as it is measured, into the page, and every value of every round into a "
                    + ".json file of docs. "
                    + "Parts that the machine cannot run are skipped, and the page gives the reason.",
            "Exit code 0: all parts were measured or skipped; 1: a part failed; 2: wrong usage."
        })
public final class PerformancePage implements Callable<Integer> {

    private static final List<PagePart> PARTS =
            List.of(new LimitsPart(), new EnginePart(), new RestPart(), new LatencyPart(), new PostgresPart());
    private static final List<PagePart> ASKED_FOR = List.of(
            new ClientsPart(),
            new SoakPart(),
            new RegionsPart(),
            new PgbenchPart(),
            new DatabasesPart(),
            new TpccPart(),
            new TpccSqlitePart());

    private static final int ROUNDS = 5;
    private static final int SECONDS = 5;
    private static final int QUICK_SECONDS = 2;

    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    @Option(names = "--only", paramLabel = "NAME", split = ",", description = "Measure only these parts.")
    private List<String> only = new ArrayList<>();

    @Option(
            names = "--rounds",
            paramLabel = "N",
            description = "Number of rounds, of which the medians are taken " + "(default: ${DEFAULT-VALUE}).")
    private int rounds = ROUNDS;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            description = "Seconds for which each figure is measured " + "(default: ${DEFAULT-VALUE}).")
    private int seconds = SECONDS;

    @Option(
            names = "--warmup",
            paramLabel = "N",
            description = "Warm-up seconds before each figure " + "(default: ${DEFAULT-VALUE}).")
    private int warmUp = SECONDS;

    @Option(
            names = "--quick",
            description = "Measure one round of 2 s, only to check that everything works on this " + "machine.")
    private boolean quick;

    @Option(
            names = "--pg-user",
            paramLabel = "NAME",
            description = "User that runs PostgreSQL (by runuser), because PostgreSQL refuses root (default: this "
                    + "user).")
    private String pgUser = "";

    @Option(
            names = "--postgres",
            paramLabel = "USER@HOST:PORT",
            description =
                    "Measure a running PostgreSQL, in databases that are created and dropped in it. Its password is "
                            + "taken "
                            + "from PGPASSWORD and BANK_DATABASE_PASSWORD (default: a temporary PostgreSQL).")
    private String postgres = "";

    @Option(
            names = "--soak-minutes",
            paramLabel = "N",
            description = "Minutes of --only soak (default: ${DEFAULT-VALUE}).")
    private int soakMinutes = 15;

    @Option(
            names = "--root",
            paramLabel = "DIR",
            description = "Root directory of the built project " + "(default: ${DEFAULT-VALUE}).")
    private Path root = Path.of(".");

    @Option(
            names = "--page",
            paramLabel = "FILE",
            description = "Page to write, with the values in a .json file beside it (default: the part's page).")
    private Path page = Path.of("");

    @Option(
            names = "--directory",
            paramLabel = "DIR",
            description =
                    "Directory on the disk to measure. Its new files are deleted (default: results/figures in the "
                            + "root).")
    private Path directory = Path.of("");

    public static void main(String[] arguments) {
        // When a signal ends this process, nothing else ends the services and measurements that it has started.
        Runtime.getRuntime().addShutdownHook(new Thread(PerformancePage::endChildren, "figures-cleanup"));
        System.exit(new CommandLine(new PerformancePage()).execute(arguments));
    }

    private static void endChildren() {
        ProcessHandle.current().descendants().forEach(ProcessHandle::destroy);
    }

    @Override
    public Integer call() {
        try {
            List<PagePart> parts = parts();
            root = root.toAbsolutePath().normalize();
            for (PagePart part : parts) {
                Markers.replace(Files.readString(page(part)), part.name(), "");
            }
            return measure(parts);
        } catch (IllegalArgumentException e) {
            System.err.println("figures: " + e.getMessage());
            return CommandLine.ExitCode.USAGE;
        } catch (IOException e) {
            System.err.println("figures: " + e.getMessage());
            return CommandLine.ExitCode.SOFTWARE;
        }
    }

    private Path page(PagePart part) {
        return orElse(page, root.resolve(part.page()));
    }

    private static Path orElse(Path given, Path other) {
        return (given.toString().isEmpty() ? other : given).toAbsolutePath();
    }

    private List<PagePart> parts() {
        List<PagePart> all = new ArrayList<>(PARTS);
        all.addAll(ASKED_FOR);
        for (String name : only) {
            if (all.stream().noneMatch(part -> part.name().equals(name))) {
                throw new IllegalArgumentException("there is no part '" + name + "'; there are "
                        + all.stream().map(PagePart::name).toList());
            }
        }
        return only.isEmpty()
                ? PARTS
                : all.stream().filter(part -> only.contains(part.name())).toList();
    }

    private int measure(List<PagePart> parts) throws IOException {
        boolean failed = false;
        try (ScratchDirectory scratch = new ScratchDirectory(orElse(directory, root.resolve("results/figures")))) {
            for (PagePart part : parts) {
                Sitting sitting = sitting(scratch.path(), page(part));
                try {
                    write(part, part.measure(sitting), sitting);
                } catch (NotHereException e) {
                    Sitting.progress("%s: skipped: %s", part.name(), String.valueOf(e.getMessage()));
                    Files.writeString(
                            sitting.page(),
                            Markers.replace(
                                    Files.readString(sitting.page()),
                                    part.name(),
                                    "Not measured: " + e.getMessage() + "."));
                } catch (IOException | IllegalStateException e) {
                    Sitting.progress("%s: FAILED: %s", part.name(), String.valueOf(e.getMessage()));
                    failed = true;
                }
            }
        }
        return failed ? CommandLine.ExitCode.SOFTWARE : CommandLine.ExitCode.OK;
    }

    private Sitting sitting(Path scratch, Path partsPage) {
        return new Sitting(
                root,
                scratch,
                partsPage,
                quick ? 1 : rounds,
                quick ? QUICK_SECONDS : seconds,
                quick ? QUICK_SECONDS : warmUp,
                quick,
                pgUser,
                postgres,
                soakMinutes);
    }

    /** The options in which the rounds differ from the defaults. */
    private String flags() {
        return quick
                ? " --quick"
                : (rounds == ROUNDS ? "" : " --rounds " + rounds)
                        + (seconds == SECONDS ? "" : " --seconds " + seconds)
                        + (warmUp == SECONDS ? "" : " --warmup " + warmUp);
    }

    private void write(PagePart part, PartResult result, Sitting sitting) throws IOException {
        Path target = sitting.page();
        Machine machine = Machine.here();
        String when = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
        String revision = Revision.of(root);
        String conditions = "\n\n%s; %s, %d cores, %s, JDK %s; revision %s, %s. `bench-jmh/figures --only %s%s`"
                .formatted(
                        part.runs(sitting),
                        machine.cpu(),
                        machine.cores(),
                        machine.os(),
                        machine.jdk(),
                        revision,
                        when.substring(0, "2026-01-01".length()),
                        part.name(),
                        flags());
        Files.writeString(target, Markers.replace(Files.readString(target), part.name(), result.text() + conditions));
        Path raw = page.toString().isEmpty()
                ? root.resolve(part.values())
                : target.resolveSibling(target.getFileName().toString().replaceAll("\\.md$", "") + ".json");
        ObjectNode all =
                Files.exists(raw) ? (ObjectNode) JSON.readTree(Files.readString(raw)) : JSON.createObjectNode();
        ObjectNode mine = all.putObject(part.name());
        mine.put("utc", when)
                .put("revision", revision)
                .put("rounds", sitting.rounds())
                .put("seconds", sitting.seconds())
                .put("warmUpSeconds", sitting.warmUpSeconds());
        mine.set("machine", JSON.valueToTree(machine));
        mine.set("values", result.raw());
        Files.writeString(raw, JSON.writeValueAsString(all) + "\n");
        Sitting.progress("%s: written to %s", part.name(), target);
    }
}
