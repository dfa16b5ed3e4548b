package org.debitcredit.server.command;

import java.io.IOException;
import java.net.URI;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.debitcredit.console.FailureText;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/** Shows a running service on one screen. */
@Command(
        name = "status",
        description = {
            "Show a running service on one screen: the console's report, as text.",
            "The exit code is 0 if requests should be sent there, and 1 if not, or if no service answers."
        },
        mixinStandardHelpOptions = true)
public final class StatusCommand implements Callable<Integer> {

    private static final Duration ANSWER_MAX = Duration.ofSeconds(10);

    @Option(
            names = "--url",
            paramLabel = "URL",
            description = "The HTTP address of the service (default: http://127.0.0.1:8080).")
    private URI url = URI.create("http://127.0.0.1:8080");

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description = "A file with the bearer token of an operator or auditor. Without this option the token is "
                    + "taken from the environment variable BANK_TOKEN, if it is set.")
    private @Nullable Path tokenFile;

    @Option(names = "--json", description = "Print one JSON object as the last line of stdout.")
    private boolean json;

    @Override
    public Integer call() throws InterruptedException {
        try {
            RunningServer server = new RunningServer(url, tokenFile);
            String text = server.ask(
                    server.request("/v1/status").timeout(ANSWER_MAX).GET().build());
            JsonNode report = server.object(text);
            System.out.println(json ? text : StatusScreen.of(report));
            return report.path("ready").asBoolean(false) ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
        } catch (NoSuchFileException | IllegalArgumentException e) {
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
