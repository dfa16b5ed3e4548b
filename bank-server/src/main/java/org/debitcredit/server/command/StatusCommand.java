package org.debitcredit.server.command;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.debitcredit.console.FailureText;
import org.debitcredit.server.command.client.RunningServer;
import org.debitcredit.server.command.client.ServiceOptions;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/** Shows a running service on one screen. */
@Command(
        name = "status",
        description = {
            "Show a running service on one screen: the console's report, as text. It takes the token of an operator or "
                    + "auditor.",
            "The exit code is 0 if requests should be sent there, and 1 if not, or if no service answers."
        },
        mixinStandardHelpOptions = true)
public final class StatusCommand implements Callable<Integer> {

    private static final Duration ANSWER_MAX = Duration.ofSeconds(10);

    @Mixin
    private ServiceOptions service = new ServiceOptions();

    @Option(names = "--json", description = "Print one JSON object as the last line of stdout.")
    private boolean json;

    @Override
    public Integer call() throws InterruptedException {
        try {
            RunningServer server = service.server();
            String text = server.ask(
                    server.request("/v1/status").timeout(ANSWER_MAX).GET().build());
            JsonNode report = server.object(text);
            System.out.println(json ? text : StatusScreen.of(report));
            return report.path("ready").asBoolean(false) ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
        } catch (IllegalArgumentException e) {
            return failed(e, CommandLine.ExitCode.USAGE);
        } catch (IOException e) {
            return failed(e, CommandLine.ExitCode.SOFTWARE);
        }
    }

    private static int failed(Exception failure, int exitCode) {
        System.err.println("bank: " + FailureText.of(failure));
        return exitCode;
    }
}
