package org.debitcredit.terminal.run;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import org.debitcredit.console.DurationConverter;
import org.debitcredit.terminal.console.TokenFile;
import org.debitcredit.terminal.contract.BankHttp;
import org.debitcredit.terminal.contract.Funding;
import org.debitcredit.terminal.contract.RestFunding;
import org.debitcredit.workload.ThinkTime;

/** The run that system properties describe, for a simulation that Gatling's Maven plugin starts without a command. */
final class PropertiesPlan {

    private PropertiesPlan() {}

    static TerminalRun run() {
        TerminalPlan plan = plan();
        return new TerminalRun(plan, new BankHttp(plan.url(), plan.token()).bank());
    }

    static TerminalPlan plan() {
        String url = System.getProperty("bank.url");
        if (url == null) {
            throw new IllegalArgumentException(
                    "bank.url is not set. Give it, for example " + "-Dbank.url=http://127.0.0.1:8080");
        }
        String tokenFile = System.getProperty("bank.token-file");
        return new TerminalPlan(
                URI.create(url),
                tokenFile == null ? null : TokenFile.read(Path.of(tokenFile)),
                Integer.getInteger("bank.terminals", 2_000),
                new ThinkTime(duration("bank.think", "10s")),
                duration("bank.duration", "30s"),
                Long.getLong("bank.seed", System.nanoTime()));
    }

    static Funding funding(TerminalPlan plan) {
        return "false".equals(System.getProperty("bank.funding"))
                ? Funding.NONE
                : new RestFunding(new BankHttp(plan.url(), plan.token()));
    }

    private static Duration duration(String property, String otherwise) {
        return DurationConverter.parse(System.getProperty(property, otherwise));
    }
}
