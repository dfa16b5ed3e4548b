package org.debitcredit.terminal.demo;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.debitcredit.bank.Preset;
import org.debitcredit.console.SecondsConverter;
import org.debitcredit.measure.verdict.RunVerdict;
import org.debitcredit.measure.verdict.Verdict;
import org.debitcredit.terminal.atm.AtmRun;
import org.debitcredit.terminal.atm.Judged;
import org.debitcredit.terminal.atm.PlayOptions;
import org.debitcredit.terminal.console.Talk;
import org.debitcredit.terminal.console.WrongUsage;
import org.debitcredit.terminal.contract.BankHttp;
import org.debitcredit.terminal.contract.Funding;
import org.debitcredit.terminal.contract.RestFunding;
import org.debitcredit.terminal.run.RunPlan;
import org.debitcredit.terminal.server.ServerPlan;
import org.debitcredit.terminal.server.TemporaryBank;
import org.debitcredit.terminal.server.TemporaryBankFolders;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code demo}: starts a server, runs ATMs, gives the verdict, and leaves nothing but the report. */
@Command(
        name = "demo",
        mixinStandardHelpOptions = true,
        description = "Start a bank, run ATMs for a while, and report whether 90 %% of the answers came within 2 s.")
public final class DemoCommand implements Callable<Integer> {

    private static final int BRANCHES = 200;
    private static final Duration DURATION = Duration.ofSeconds(30);
    private static final Duration CONSOLE_DURATION = Duration.ofMinutes(10);
    private static final String H2 = "h2";
    private static final String MEMORY = "memory";

    @Option(
            names = {"--duration", "--seconds"},
            paramLabel = "TIME",
            converter = SecondsConverter.class,
            description = "How long is measured, after a warm-up (default: 30s; with --console 10m).")
    private @Nullable Duration duration;

    @Option(
            names = "--branches",
            paramLabel = "N",
            description = "Number of the bank's branches (default: " + BRANCHES + ").")
    private @Nullable Integer branches;

    @Option(names = "--preset", paramLabel = "NAME", description = "Rule set: gray2005 or tpca (default: gray2005).")
    private @Nullable String preset;

    @Option(
            names = "--ledger",
            paramLabel = "KIND",
            description = "Where the bank keeps its balances: h2 or memory (default: h2; with --kill and --console "
                    + "memory, which is back sooner).")
    private @Nullable String ledger;

    @Option(
            names = "--kill",
            description = "Kill the bank's server (kill -9) in the middle of the run, start it again, and find every "
                    + "answer that an ATM received.")
    private boolean kill;

    @Option(
            names = "--console",
            description = "Serve a page on loopback with a button that kills the bank's server (kill -9) and starts it "
                    + "again, and that shows the gap, the recovery, and that no answer is lost. The page's address is "
                    + "printed; whoever has it can pull the plug.")
    private boolean console;

    @Option(
            names = "--url",
            paramLabel = "URL",
            description = "Use this running server instead of starting one, and leave it running.")
    private @Nullable URI url;

    @Mixin
    private PlayOptions options = new PlayOptions();

    @Override
    public Integer call() {
        if (kill && console) {
            throw new WrongUsage("--kill kills the server once by itself, --console whenever you ask for it. Leave one"
                    + " of them out");
        }
        if (url == null) {
            return withOwnServer();
        }
        if (kill || console) {
            String option = kill ? "--kill" : "--console";
            throw new WrongUsage(option + " ends a server that demo itself starts, never the one at " + url + ". Leave "
                    + option + " or --url out");
        }
        if (branches != null || preset != null || ledger != null) {
            throw new WrongUsage(
                    "--branches, --preset and --ledger are set by the server at " + url + ". Leave them out");
        }
        return options.tell(run(url, false, options.reportFolder("demo"), options.talk()));
    }

    private int withOwnServer() {
        Preset chosen = WrongUsage.unless(() -> preset == null ? Preset.GRAY2005 : Preset.parse(preset));
        int size = branches == null ? BRANCHES : branches;
        // Both are created again when the server is ready. Here they only detect wrong options before anything is
        // started.
        WrongUsage.unless(() -> chosen.scale(size));
        String balances = ledger();
        plan(URI.create("http://127.0.0.1"));
        Path folder = options.reportFolder("demo");
        Talk talk = options.talk();
        talk.say("starting a bank: %s, %d branches, ledger %s", chosen, size, balances);
        ServerPlan server = ServerPlan.ofLauncher(size, chosen).with(List.of("--ledger", balances));
        TemporaryBankFolders folders = TemporaryBankFolders.in(folder, null, folder.resolve("server.log"));
        try (TemporaryBank bank = TemporaryBank.start(server, folders, talk)) {
            if (console) {
                return pulled(bank, folder, talk);
            }
            return kill ? killed(bank, folder, talk) : options.tell(run(bank.url(), true, folder, talk));
        }
    }

    private String ledger() {
        String balances = ledger == null ? (kill || console ? MEMORY : H2) : ledger.toLowerCase(Locale.ROOT);
        if (!balances.equals(H2) && !balances.equals(MEMORY)) {
            throw new WrongUsage("--ledger is '" + ledger + "'; it must be h2 or memory");
        }
        return balances;
    }

    private int killed(TemporaryBank bank, Path folder, Talk talk) {
        RunPlan plan = plan(bank.url()).in(folder).forwarding(KillDemo.FORWARDING);
        KilledRun run = new KillDemo(KillDemo.server(bank, talk), plan, talk).play();
        RunVerdict verdict = KillRules.verdict(run);
        Path page = KillPage.write(run, verdict, folder);
        options.say(KillText.of(run, verdict, page), KillJson.of(run, verdict, page));
        return verdict.verdict() == Verdict.PASS ? 0 : 1;
    }

    private int pulled(TemporaryBank bank, Path folder, Talk talk) {
        PlugListener.limitListeners();
        RunPlan plan = plan(bank.url()).in(folder).forwarding(KillDemo.FORWARDING);
        PulledRun run = new ConsoleDemo(KillDemo.server(bank, talk), bank::pid, plan, talk).play();
        options.say(run.text(), run.json());
        return run.passed() ? 0 : 1;
    }

    private Judged run(URI server, boolean exclusive, Path folder, Talk talk) {
        RunPlan plan = plan(server).in(folder);
        Funding funding = new RestFunding(new BankHttp(plan.url(), plan.token()));
        return new AtmRun(plan, funding, exclusive, talk).play();
    }

    private RunPlan plan(URI server) {
        Duration usual = console ? CONSOLE_DURATION : DURATION;
        Duration window = duration == null ? usual : duration;
        return url == null ? options.planOfOwn(server, window) : options.plan(server, window);
    }
}
