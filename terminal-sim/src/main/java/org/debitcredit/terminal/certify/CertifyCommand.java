package org.debitcredit.terminal.certify;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.debitcredit.bank.BankScale;
import org.debitcredit.console.BearerToken;
import org.debitcredit.console.DurationConverter;
import org.debitcredit.console.FailureText;
import org.debitcredit.measure.verdict.Finding;
import org.debitcredit.measure.verdict.Verdict;
import org.debitcredit.terminal.console.EarlierReport;
import org.debitcredit.terminal.console.RunFailure;
import org.debitcredit.terminal.console.Talk;
import org.debitcredit.terminal.console.WrongUsage;
import org.debitcredit.terminal.report.Disclosure;
import org.debitcredit.terminal.report.DisclosureJson;
import org.debitcredit.terminal.report.DisclosurePage;
import org.debitcredit.terminal.report.PriceList;
import org.debitcredit.terminal.run.RunPlan;
import org.debitcredit.terminal.run.TerminalRunner;
import org.debitcredit.terminal.server.Interrupt;
import org.debitcredit.workload.Scenario;
import org.debitcredit.workload.ThinkTime;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code certify}: the loads, the tests of atomicity, consistency, isolation and durability, and the report. */
@Command(
        name = "certify",
        mixinStandardHelpOptions = true,
        description = "Certify a bank after TPC-A: three loads by terminals, checkpoints, the tests of atomicity, "
                + "consistency, isolation and durability, and a report with the verdict pass, fail, undecided or void. "
                + "Only pass ends with exit code 0.")
public final class CertifyCommand implements Callable<Integer> {

    /** The value of a password in a JDBC URL. */
    private static final Pattern PASSWORD = Pattern.compile("(?i)(?<=[?&;]\\w{0,20}password=)[^&;]*");

    /** An argument in which a shell finds nothing special. */
    private static final Pattern PLAIN = Pattern.compile("[\\w@%+=:,./-]+");

    private static final String CURRENCY = "USD";
    private static final String MEMORY = "memory";
    private static final double SECONDS_PER_MINUTE = 60;

    @Option(
            names = "--preset",
            paramLabel = "NAME",
            description = "Rule set: tpca or gray2005 (default: ${DEFAULT-VALUE}).")
    private String preset = "tpca";

    @Option(
            names = "--terminals",
            paramLabel = "N",
            description = "Number of terminals of the full load (default: ${DEFAULT-VALUE}).")
    private int terminals = 1_000;

    @Option(
            names = "--minutes",
            paramLabel = "M",
            description = "Window of measurement of each load, in minutes, such as 15 or 0.5 (default: 15).")
    private double minutes = 15;

    @Option(
            names = "--loads",
            paramLabel = "PERCENT",
            split = ",",
            defaultValue = "50,80,100",
            description = "Parts of the full load that are played, one after the other, the last one 100 (default: "
                    + "${DEFAULT-VALUE}, as the rules ask).")
    private List<Integer> loads = new ArrayList<>();

    @Option(
            names = "--warm-up",
            paramLabel = "TIME",
            defaultValue = "30s",
            converter = DurationConverter.class,
            description = "How long all terminals work before each window (default: ${DEFAULT-VALUE}).")
    private Duration warmUp = Duration.ofSeconds(30);

    @Option(
            names = "--think",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            description = "Mean think time (default: as the rule set asks, 10s or 100s).")
    private @Nullable Duration think;

    @Option(
            names = "--branches",
            paramLabel = "N",
            description = "Number of the bank's branches (default: as the rule set asks for the rate).")
    private @Nullable Integer branches;

    @Option(
            names = "--ledger",
            paramLabel = "KIND",
            description = "Ledger of the server: memory, h2 or a JDBC URL of an empty database (default: "
                    + "${DEFAULT-VALUE}).")
    private String ledger = MEMORY;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            description = "Folder in which the bank's data are made, and deleted in the end (default: the report's).")
    private @Nullable Path data;

    @Option(
            names = "--mirror",
            paramLabel = "DIR",
            description = "Folder of the bank's mirror, best on another device (default: no mirror).")
    private @Nullable Path mirror;

    @Option(
            names = "--price",
            paramLabel = "NAME=AMOUNT",
            description = "An item of the price list, in US dollars. Give it once for each item.")
    private List<String> prices = new ArrayList<>();

    @Option(
            names = "--url",
            paramLabel = "URL",
            description =
                    "Certify this running server instead of starting one. It must have no other client. What cannot be "
                            + "tested from outside is not tested, and the report says so.")
    private @Nullable URI url;

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description = "File with an operator's bearer token, where the server at --url needs one. Without this "
                    + "option the token is taken from the environment variable BANK_TOKEN, if it is set.")
    private @Nullable Path tokenFile;

    @Option(names = "--seed", paramLabel = "N", description = "Seed of all random choices (default: a new one).")
    private long seed = System.nanoTime();

    @Option(
            names = "--report",
            paramLabel = "DIR",
            description = "Folder of the report (default: ./results/certify-<time>).")
    private @Nullable Path report;

    @Option(
            names = "--json",
            description = "Print one JSON object as the last line of stdout, and everything else to stderr.")
    private boolean json;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private picocli.CommandLine.Model.CommandSpec spec;

    @Override
    public Integer call() {
        Talk talk = Talk.of(json);
        CertifyPlan plan = WrongUsage.unless(this::plan);
        try {
            if (Files.isDirectory(plan.report())) {
                EarlierReport.delete(plan.report());
            }
            size(plan, talk);
            makeFolders(plan);
            Disclosure disclosure = new Certification(plan, TerminalRunner::play, talk).run();
            Interrupt.requireNone();
            return tell(disclosure, plan, talk);
        } catch (RunFailure failed) {
            return failed(String.valueOf(failed.getMessage()));
        } catch (RuntimeException broken) {
            return failed("the certification failed: " + FailureText.of(broken));
        }
    }

    /** A run that did not come to its end shows nothing about the service. */
    private int failed(String reason) {
        spec.commandLine().getErr().println("bank: " + reason);
        if (json) {
            System.out.println(DisclosureJson.failed(reason));
        }
        return 1;
    }

    private CertifyPlan plan() {
        if (terminals < 1) {
            throw new IllegalArgumentException("--terminals is " + terminals + "; it must be at least 1");
        }
        if (!(minutes * SECONDS_PER_MINUTE >= 1)) {
            throw new IllegalArgumentException("--minutes is " + minutes + "; the window must be at least 1 s");
        }
        if (url == null && tokenFile != null) {
            throw new IllegalArgumentException("--token-file is given without --url, but the server that this command "
                    + "starts is sent no token. Leave --token-file out, or give --url");
        }
        boolean isLedgerChosen = spec.commandLine().getParseResult().hasMatchedOption("--ledger");
        if (url != null && (branches != null || mirror != null || data != null || isLedgerChosen)) {
            throw new IllegalArgumentException(
                    "--branches, --data, --ledger and --mirror are set by the server at " + url + ". Leave them out");
        }
        if (!ledger.equals(MEMORY) && !ledger.equals("h2") && !ledger.startsWith("jdbc:")) {
            throw new IllegalArgumentException("--ledger is '" + ledger + "'; it must be memory, h2 or a JDBC URL");
        }
        Duration window = Duration.ofSeconds(Math.round(minutes * SECONDS_PER_MINUTE));
        Loads.phases(terminals, warmUp, window);
        Scenario rules = scenario();
        Scenario scenario = think == null ? rules : rules.thinking(new ThinkTime(think));
        BankScale scale =
                scenario.preset().scale(branches == null ? CertifyPlan.branches(scenario, terminals) : branches);
        String token = url == null ? null : BearerToken.of(tokenFile);
        Path folder = reportFolder();
        Path dataFolder = data == null ? folder : writable("--data", data);
        Path mirrorFolder = mirror == null ? null : writable("--mirror", mirror);
        return new CertifyPlan(
                new CertifiedServer(url == null ? null : RunPlan.server(url), token, ledger, dataFolder, mirrorFolder),
                scenario,
                scale,
                new LoadPlan(terminals, warmUp, window, loads),
                folder,
                seed,
                new PriceList(CURRENCY, Prices.parse(prices)),
                "./bank certify "
                        + repeated().stream().map(CertifyCommand::quoted).collect(Collectors.joining(" ")));
    }

    private Scenario scenario() {
        return switch (preset) {
            case "tpca" -> Scenario.TPCA;
            case "gray2005" -> Scenario.GRAY2005;
            default -> throw new IllegalArgumentException("--preset is '" + preset + "'; it must be tpca or gray2005");
        };
    }

    /** The options as they were typed, without a database's password, and the seed. */
    private List<String> repeated() {
        List<String> typed = new ArrayList<>(spec.commandLine().getParseResult().originalArgs());
        typed.replaceAll(CertifyCommand::withoutPassword);
        typed.remove("certify");
        if (!spec.commandLine().getParseResult().hasMatchedOption("--seed")) {
            typed.add("--seed=" + seed);
        }
        return typed;
    }

    /** An argument as a POSIX shell has to be given it. */
    static String quoted(String argument) {
        return PLAIN.matcher(argument).matches() ? argument : "'" + argument.replace("'", "'\\''") + "'";
    }

    /** An argument for others to read. */
    static String withoutPassword(String argument) {
        return PASSWORD.matcher(argument).replaceAll("...");
    }

    private Path reportFolder() {
        String time = LocalDateTime.now().format(DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss"));
        return writable("--report", report == null ? Path.of("results", "certify-" + time) : report);
    }

    /** A folder that is there, or can be made. It is made only when the certification starts. */
    private static Path writable(String option, Path folder) {
        Path absolute = folder.toAbsolutePath().normalize();
        Path there = Storage.at(absolute).folder();
        if (!Files.isDirectory(there) || !Files.isWritable(there)) {
            throw new IllegalArgumentException(
                    option + " is '" + folder + "'; it must be a folder that can be written, and " + there + " cannot");
        }
        return absolute;
    }

    private static void makeFolders(CertifyPlan plan) {
        Storage.of(plan.report());
        Storage.of(plan.server().dataFolder());
        Path mirrorFolder = plan.server().mirrorFolder();
        if (mirrorFolder != null) {
            Storage.of(mirrorFolder);
        }
    }

    private static void size(CertifyPlan plan, Talk talk) {
        Sizing sizing = Sizing.of(plan);
        String bank = plan.server().url() == null ? ", " + plan.scale() : "";
        talk.say(
                "%s, %,.0f transactions a second%s", LoadPlan.words(plan.loads().terminals()), plan.tps(), bank);
        talk.say("needed: %s", sizing.words());
        talk.say(
                "the loads take %s; the tests and the look-ups take some more",
                plan.loads().timeInWords());
        plan.undecidable().forEach(undecidable -> talk.say("note: %s", undecidable));
        List<String> missing = sizing.missing(CertifiedMachine.of(plan));
        if (!missing.isEmpty()) {
            throw new RunFailure("the certification was not started: " + String.join("; ", missing));
        }
    }

    private int tell(Disclosure disclosure, CertifyPlan plan, Talk talk) {
        try {
            Path page = DisclosurePage.write(disclosure, plan.report());
            DisclosureJson.write(disclosure, plan.report());
            talk.say("");
            disclosure
                    .acid()
                    .forEach(
                            test -> talk.say("%s: %s", test.id(), test.outcome().words()));
            for (Finding reason : disclosure.verdict().reasons()) {
                talk.say("  %s", reason);
            }
            talk.say("%s", disclosure.verdict().verdict().word().toUpperCase(java.util.Locale.ROOT));
            talk.say("report: %s", page);
            if (json) {
                System.out.println(DisclosureJson.summary(disclosure, page));
            }
            return disclosure.verdict().verdict() == Verdict.PASS ? 0 : 1;
        } catch (IOException unwritable) {
            throw new UncheckedIOException(unwritable);
        }
    }
}
