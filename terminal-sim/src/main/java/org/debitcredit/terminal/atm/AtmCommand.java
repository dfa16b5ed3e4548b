package org.debitcredit.terminal.atm;

import java.net.URI;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.debitcredit.console.SecondsConverter;
import org.debitcredit.terminal.contract.BankHttp;
import org.debitcredit.terminal.contract.Funding;
import org.debitcredit.terminal.contract.RestFunding;
import org.debitcredit.terminal.run.RunPlan;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code atm}: terminals against a running server. */
@Command(
        name = "atm",
        mixinStandardHelpOptions = true,
        description = "Run ATMs against a server that is already running, and judge its response times.")
public final class AtmCommand implements Callable<Integer> {

    @Option(
            names = "--url",
            paramLabel = "URL",
            required = true,
            description = "The server, such as http://127.0.0.1:8080.")
    private URI url = URI.create("");

    @Option(
            names = "--duration",
            paramLabel = "TIME",
            defaultValue = "15m",
            converter = SecondsConverter.class,
            description = "How long is measured, after a warm-up: 30s, 15m, 1h (default: ${DEFAULT-VALUE}).")
    private Duration duration = Duration.ofMinutes(15);

    @Option(
            names = "--no-funding",
            negatable = true,
            description = "Pay in opening balances (default); --no-funding if an earlier run did.")
    private boolean noFunding;

    @Mixin
    private PlayOptions options = new PlayOptions();

    @Override
    public Integer call() {
        RunPlan plan = options.plan(url, duration);
        Funding funding = noFunding ? Funding.NONE : new RestFunding(new BankHttp(plan.url(), plan.token()));
        return options.tell(new AtmRun(plan.in(options.reportFolder("atm")), funding, false, options.talk()).play());
    }
}
