package org.debitcredit.server.command;

import java.io.IOException;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.debitcredit.console.DurationConverter;
import org.debitcredit.console.FailureText;
import org.debitcredit.console.ProgressLines;
import org.debitcredit.server.command.client.RefusedRequestException;
import org.debitcredit.server.command.client.RunningServer;
import org.debitcredit.server.command.client.ServiceOptions;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

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
    private static final long PAUSE_SECONDS = 1;

    @Mixin
    private ServiceOptions service = new ServiceOptions();

    @Option(
            names = "--wait",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            description = "How long to wait until the service is ready, such as 10m (default: 0s). A refusal, for "
                    + "example of the token, ends the wait.")
    private Duration waitMax = Duration.ZERO;

    @Option(names = "--json", description = "Print one JSON object as the last line of stdout.")
    private boolean json;

    @Override
    public Integer call() throws InterruptedException {
        try {
            ObjectNode report = report(service.server());
            System.out.println(json ? report.toString() : StatusScreen.of(report));
            return isReady(report) ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
        } catch (IllegalArgumentException e) {
            return failed(e, CommandLine.ExitCode.USAGE);
        } catch (IOException e) {
            return failed(e, CommandLine.ExitCode.SOFTWARE);
        }
    }

    /** The report of a ready service; the last one if none is ready in time. */
    private ObjectNode report(RunningServer server) throws IOException, InterruptedException {
        HttpRequest request =
                server.request("/v1/status").timeout(ANSWER_MAX).GET().build();
        ProgressLines progress = ProgressLines.ofCommand();
        long beginNanos = System.nanoTime();
        while (true) {
            try {
                ObjectNode report = server.object(server.ask(request));
                if (isReady(report) || isOver(beginNanos)) {
                    return report;
                }
                progress.at(() -> "waiting: the service is not ready");
            } catch (IOException e) {
                if (e instanceof RefusedRequestException || isOver(beginNanos)) {
                    throw e;
                }
                progress.at(() -> "waiting: " + FailureText.of(e));
            }
            TimeUnit.SECONDS.sleep(PAUSE_SECONDS);
        }
    }

    private boolean isOver(long beginNanos) {
        return System.nanoTime() - beginNanos >= waitMax.toNanos();
    }

    private static boolean isReady(JsonNode report) {
        return report.path("ready").asBoolean(false);
    }

    private static int failed(Exception failure, int exitCode) {
        System.err.println("bank: " + FailureText.of(failure));
        return exitCode;
    }
}
