package org.debitcredit.terminal.demo;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.debitcredit.bank.Preset;
import org.debitcredit.console.SecondsConverter;
import org.debitcredit.terminal.atm.AtmRun;
import org.debitcredit.terminal.atm.Judged;
import org.debitcredit.terminal.atm.PlayOptions;
import org.debitcredit.terminal.console.Talk;
import org.debitcredit.terminal.console.WrongUsage;
import org.debitcredit.terminal.contract.BankHttp;
import org.debitcredit.terminal.contract.Funding;
import org.debitcredit.terminal.contract.RestFunding;
import org.debitcredit.terminal.run.RunPlan;
import org.debitcredit.terminal.server.TemporaryBank;
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

    @Option(
            names = {"--duration", "--seconds"},
            paramLabel = "TIME",
            converter = SecondsConverter.class,
            description = "How long is measured, after a warm-up (default: 30s).")
    private Duration duration = Duration.ofSeconds(30);

    @Option(
            names = "--branches",
            paramLabel = "N",
            description = "Number of the bank's branches (default: " + BRANCHES + ").")
    private @Nullable Integer branches;

    @Option(names = "--preset", paramLabel = "NAME", description = "Rule set: gray2005 or tpca (default: gray2005).")
    private @Nullable String preset;

    @Option(names = "--url", description = "Use this running server instead of starting one, and leave it running.")
    private @Nullable URI url;

    @Mixin
    private PlayOptions options = new PlayOptions();

    @Override
    public Integer call() {
        if (url == null) {
            return options.tell(withOwnServer());
        }
        if (branches != null || preset != null) {
            throw new WrongUsage("--branches and --preset are set by the server at " + url + ". Leave them out");
        }
        return options.tell(run(url, false, options.reportFolder("demo"), options.talk()));
    }

    private Judged withOwnServer() {
        Preset chosen = WrongUsage.unless(() -> preset == null ? Preset.GRAY2005 : Preset.parse(preset));
        int size = branches == null ? BRANCHES : branches;
        // Both are created again when the server is ready. Here they only detect wrong options before anything is
        // started.
        WrongUsage.unless(() -> chosen.scale(size));
        plan(URI.create("http://127.0.0.1"));
        Path folder = options.reportFolder("demo");
        Talk talk = options.talk();
        talk.say("starting a bank: %s, %d branches", chosen, size);
        try (TemporaryBank bank = TemporaryBank.start(folder, size, chosen, talk)) {
            Judged judged = run(bank.url(), true, folder, talk);
            talk.say("stopping the bank");
            return judged;
        }
    }

    private Judged run(URI server, boolean exclusive, Path folder, Talk talk) {
        RunPlan plan = plan(server).in(folder);
        Funding funding = new RestFunding(new BankHttp(plan.url(), plan.token()));
        return new AtmRun(plan, funding, exclusive, talk).play();
    }

    private RunPlan plan(URI server) {
        return options.plan(server, duration);
    }
}
