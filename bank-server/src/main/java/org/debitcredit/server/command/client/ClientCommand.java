package org.debitcredit.server.command.client;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.debitcredit.console.DurationConverter;
import org.debitcredit.console.FailureText;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** Uses a running service: one command, or a session of them. */
@Command(
        name = "client",
        description = {
            "Use a running service: move money, look keys up, read balances and statements.",
            "With a command it does that. Without one it reads commands: at a terminal with a prompt, history and "
                    + "completion, otherwise one in each line of standard input, up to the first that fails. Ctrl-D or "
                    + "'quit' ends the prompt.",
            "A money transaction is sent under a new key, which is printed first, to stderr. While its outcome is "
                    + "unknown, it is sent again under the same key. Nothing that is typed is written to a file."
        },
        mixinStandardHelpOptions = true,
        subcommands = {
            MoneyCommands.Deposit.class,
            MoneyCommands.Withdraw.class,
            MoneyCommands.Transfer.class,
            MoneyCommands.DebitCredit.class,
            ReverseCommand.class,
            LookupCommand.class,
            BalanceCommand.class,
            StatementCommand.class,
            InfoCommand.class
        },
        synopsisSubcommandLabel = "[COMMAND]",
        footer = {
            "",
            "Examples:",
            "  ./bank client deposit --account 7 --teller 3 --amount 12.50",
            "  ./bank client statement --account 7",
            "  ./bank client <commands.txt"
        })
public final class ClientCommand implements Callable<Integer>, SessionHolder {

    @Mixin
    private ServiceOptions service = new ServiceOptions();

    @Option(
            names = "--resend-for",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            scope = ScopeType.INHERIT,
            description = "How long to send a transaction again under its key while its outcome is unknown or the bank "
                    + "is busy; 0s for never (default: 1m).")
    private Duration resendFor = Duration.ofMinutes(1);

    @Option(names = "--keep-going", description = "Execute the commands of standard input also after one has failed.")
    private boolean keepGoing;

    @Option(
            names = "--json",
            scope = ScopeType.INHERIT,
            description = "Print each result as one JSON object in a line, with amounts in minor units.")
    private boolean json;

    private @Nullable Session session;

    @Override
    public Session session() {
        Session known = session;
        if (known != null) {
            return known;
        }
        RunningServer server = service.server();
        KeyedSender sender = new KeyedSender(
                server,
                resendFor,
                System::nanoTime,
                nanos -> new CountDownLatch(1).await(nanos, TimeUnit.NANOSECONDS),
                Session::failed);
        Session begun = new Session(server, sender, json);
        session = begun;
        return begun;
    }

    @Override
    public Integer call() {
        try {
            Lines lines = new Lines(session());
            if (Shell.isAtTerminal()) {
                try (Terminal terminal = TerminalBuilder.builder().dumb(true).build()) {
                    System.err.println("Commands: help, quit");
                    lines.execute("info");
                    return new Shell(lines, terminal).run();
                }
            }
            return new Script(lines, keepGoing)
                    .run(new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)));
        } catch (IllegalArgumentException e) {
            return failed(e, CommandLine.ExitCode.USAGE);
        } catch (IOException e) {
            return failed(e, CommandLine.ExitCode.SOFTWARE);
        }
    }

    private static int failed(Exception failure, int exitCode) {
        Session.failed(FailureText.of(failure));
        return exitCode;
    }
}
