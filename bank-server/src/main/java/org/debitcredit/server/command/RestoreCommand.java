package org.debitcredit.server.command;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Currency;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import org.debitcredit.backup.Restore;
import org.debitcredit.bank.BankScale;
import org.debitcredit.console.FailureText;
import org.debitcredit.console.ProgressLines;
import org.debitcredit.engine.IdempotencyWindow;
import org.debitcredit.journal.JournalDamage;
import org.debitcredit.settings.BankSettings;
import org.debitcredit.settings.JournalKind;
import org.debitcredit.settings.JournalSettings;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Makes a bank as it was at a position. */
@Command(
        name = "restore",
        description = {
            "Make a bank as it was at a position, from a backup or the files of a stopped bank. It begins a new "
                    + "history of its own. The source is only read.",
            "With --position, only what leads to that position is read, so damage after it does not matter. "
                    + "Without it, a damaged source is refused, and the message says which --position restores what is "
                    + "whole.",
            "Exit code 1 also means that the position is not retained: the message names the earliest and the "
                    + "latest. A "
                    + "restore that fails leaves the directory as it was."
        },
        mixinStandardHelpOptions = true)
public final class RestoreCommand implements Callable<Integer> {

    @Parameters(index = "0", paramLabel = "FROM", description = "A backup, or the data directory of a stopped bank.")
    private Path from = Path.of(".");

    @Option(
            names = "--data",
            required = true,
            paramLabel = "DIR",
            description = "Data directory of the restored bank. It must be empty or new.")
    private Path data = Path.of(".");

    @Option(
            names = "--position",
            paramLabel = "N",
            description = "Position of the last transaction to restore (default: the latest).")
    private @Nullable Long position;

    @Option(
            names = "--journal",
            paramLabel = "KIND",
            description = "Kind of the new journal: chronicle or file (default: chronicle).")
    private String journal = JournalKind.CHRONICLE.toString();

    @Option(
            names = "--key-window",
            paramLabel = "N",
            description = "The same value as the bank's bank.key-window (default: 1000000).")
    private int keyWindow = BankSettings.KEY_WINDOW_DEFAULT;

    @Option(names = "--json", description = "Print one JSON object as the last line of stdout.")
    private boolean json;

    @Override
    public Integer call() {
        try {
            Restore.Result result = Restore.restore(
                    from,
                    position == null ? OptionalLong.empty() : OptionalLong.of(position),
                    settings(),
                    ProgressLines.ofCommand()::at);
            CopyWarning.print(from);
            System.out.println(json ? json(result) : text(result));
            return CommandLine.ExitCode.OK;
        } catch (IllegalArgumentException | NoSuchFileException e) {
            System.err.println("bank: " + FailureText.of(e));
            return CommandLine.ExitCode.USAGE;
        } catch (IOException | JournalDamage | IllegalStateException e) {
            System.err.println("bank: " + FailureText.of(e));
            return CommandLine.ExitCode.SOFTWARE;
        }
    }

    private BankSettings settings() {
        if (keyWindow < 1 || keyWindow > IdempotencyWindow.SIZE_MAX) {
            throw new IllegalArgumentException(
                    "--key-window is " + keyWindow + "; it must be 1 to " + IdempotencyWindow.SIZE_MAX);
        }
        // Scale and currency come from the bank that is restored.
        return BankSettings.of(data, new BankScale(1, 1, 1), Currency.getInstance("USD"))
                .with(JournalSettings.of(JournalKind.parse(journal)))
                .withKeyWindow(keyWindow);
    }

    private String text(Restore.Result result) {
        return String.format(
                "%s contains bank %s at position %,d. The keys of the transactions after position %,d are known; "
                        + "older keys "
                        + "have expired",
                data, result.identity().id(), result.position(), result.keysFrom());
    }

    private static String json(Restore.Result result) {
        ObjectNode object = JsonMapper.shared().createObjectNode();
        object.put("bank", result.identity().id().toString());
        object.put("position", result.position());
        object.put("keysFrom", result.keysFrom());
        return object.toString();
    }
}
