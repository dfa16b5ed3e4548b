package org.debitcredit.server.command;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.debitcredit.backup.Backup;
import org.debitcredit.console.FailureText;
import org.debitcredit.console.Printable;
import org.debitcredit.console.ProgressLines;
import org.debitcredit.journal.JournalDamage;
import org.debitcredit.server.command.client.NewKey;
import org.debitcredit.server.command.client.RunningServer;
import org.debitcredit.snapshot.SnapshotDamage;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Backs up a bank: a running one through its server, a stopped one from its files. */
@Command(
        name = "backup",
        description = {
            "Back up a bank: its snapshots and every journal epoch that it retains.",
            "A running bank takes the backup itself, into its bank.backup.directory. The files of a stopped bank are "
                    + "only read. 'bank verify' checks a backup; 'bank restore' makes a bank from it.",
            "A backup that fails leaves no files. The next backup deletes what a killed one left: "
                    + "directories beside it with the same name, except for the digits, that end in '.unfinished'."
        },
        mixinStandardHelpOptions = true)
public final class BackupCommand implements Callable<Integer> {

    @Spec
    private @Nullable CommandSpec spec;

    @ArgGroup(multiplicity = "1")
    private From from = new From();

    private static final class From {
        @Option(names = "--url", paramLabel = "URL", description = "A running server, such as http://127.0.0.1:8080.")
        private @Nullable URI url;

        @Option(names = "--data", paramLabel = "DIR", description = "The data directory of a stopped bank.")
        private @Nullable Path data;
    }

    @Option(
            names = "--to",
            paramLabel = "DIR",
            description = "With --data: the directory of the backup. It is created.")
    private @Nullable Path to;

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description =
                    "With --url: a file with an operator's bearer token. Without this option the token is taken from "
                            + "the environment variable BANK_TOKEN, if it is set.")
    private @Nullable Path tokenFile;

    @Option(names = "--json", description = "Print one JSON object as the last line of stdout.")
    private boolean json;

    @Override
    public Integer call() throws InterruptedException {
        try {
            return from.url != null ? ofRunning(from.url) : ofStopped();
        } catch (NoSuchFileException | IllegalArgumentException e) {
            return failed(FailureText.of(e), CommandLine.ExitCode.USAGE);
        } catch (IOException | IllegalStateException | JournalDamage | SnapshotDamage e) {
            return failed(FailureText.of(e), CommandLine.ExitCode.SOFTWARE);
        }
    }

    private static int failed(String why, int exitCode) {
        System.err.println("bank: " + why);
        return exitCode;
    }

    private int ofStopped() throws IOException {
        Path data = from.data;
        if (data == null || to == null) {
            throw new ParameterException(
                    java.util.Objects.requireNonNull(spec).commandLine(),
                    "--data needs --to, the directory of the backup");
        }
        if (tokenFile != null) {
            throw new IllegalArgumentException("--token-file is given with --data, but the files of a stopped bank are "
                    + "read without a token. Leave --token-file out");
        }
        Backup.Result result = Backup.offline(data, to, ProgressLines.ofCommand()::at);
        CopyWarning.print(data);
        ObjectNode object = JsonMapper.shared().createObjectNode();
        object.put("directory", result.directory().toString());
        object.put("position", result.position());
        object.put("snapshots", result.snapshots());
        object.put("epochs", result.epochs());
        object.put("snapshotsLacking", result.snapshotsLacking());
        result.damages().forEach(damage -> System.err.println("bank: warning: " + damage));
        warnOfLacking(result.snapshotsLacking(), "");
        System.out.println(
                json
                        ? object.toString()
                        : String.format(
                                "%s contains the bank up to position %,d: %d snapshots, %d epochs",
                                result.directory(), result.position(), result.snapshots(), result.epochs()));
        return CommandLine.ExitCode.OK;
    }

    private static void warnOfLacking(long snapshots, String more) {
        if (snapshots > 0) {
            System.err.printf(
                    "bank: warning: the backup can be restored, but it lacks damaged snapshots: %d%s%n",
                    snapshots, more);
        }
    }

    private int ofRunning(URI url) throws IOException, InterruptedException {
        if (to != null) {
            throw new IllegalArgumentException(
                    "--to is given with --url, but a running bank puts its backup into its own "
                            + "bank.backup.directory. Leave --to out");
        }
        RunningServer server = new RunningServer(url, tokenFile);
        ObjectNode answer = server.object(server.ask(server.request("/v1/backups")
                .header("Content-Type", "application/json")
                .header("Idempotency-Key", NewKey.now().toString())
                .POST(HttpRequest.BodyPublishers.ofString("{}"))
                .build()));
        if (!answer.path("name").isString() || !answer.path("position").isIntegralNumber()) {
            throw new IOException("what answers at " + url + " is not a bank: its answer names no backup");
        }
        warnOfLacking(answer.path("snapshotsLacking").asLong(0), ". The server's log names them");
        if (json) {
            System.out.println(answer);
        } else {
            System.out.printf(
                    "%s, in the server's backup directory, contains the bank up to position %,d%n",
                    Printable.of(answer.path("name").asString()),
                    answer.path("position").asLong());
        }
        return CommandLine.ExitCode.OK;
    }
}
