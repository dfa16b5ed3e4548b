package org.debitcredit.server.command.client;

import java.io.PrintWriter;
import java.util.List;
import org.debitcredit.console.CommandLines;
import org.jline.reader.EOFError;
import org.jline.reader.ParsedLine;
import org.jline.reader.Parser;
import org.jline.reader.SyntaxError;
import org.jline.reader.impl.DefaultParser;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.ParameterException;

/** Lines of a script or of the prompt: each is a command of the session. Empty lines and comments are ignored. */
@Command(
        name = "",
        subcommands = {
            MoneyCommands.Deposit.class,
            MoneyCommands.Withdraw.class,
            MoneyCommands.Transfer.class,
            MoneyCommands.DebitCredit.class,
            ReverseCommand.class,
            LookupCommand.class,
            BalanceCommand.class,
            StatementCommand.class,
            StatementCommand.Next.class,
            InfoCommand.class,
            Lines.Quit.class,
            CommandLine.HelpCommand.class
        },
        synopsisSubcommandLabel = "COMMAND")
final class Lines implements SessionHolder {

    private final Session session;
    private final Parser parser = new DefaultParser().eofOnUnclosedQuote(true);
    private final CommandLine commands = CommandLines.of(this);

    Lines(Session session) {
        this.session = session;
        commands.setParameterExceptionHandler(Lines::wrongUsage);
    }

    private static int wrongUsage(ParameterException failure, String[] arguments) {
        PrintWriter err = failure.getCommandLine().getErr();
        err.println("bank: " + failure.getMessage());
        CommandLine.UnmatchedArgumentException.printSuggestions(failure, err);
        err.println("Try 'help " + failure.getCommandLine().getCommandName() + "'.");
        return ExitCode.USAGE;
    }

    @Override
    public Session session() {
        return session;
    }

    CommandLine commands() {
        return commands;
    }

    Parser parser() {
        return parser;
    }

    /** Executes a line, and returns the exit code of its command. */
    int execute(String line) {
        String stripped = line.strip();
        if (stripped.isEmpty() || stripped.startsWith("#")) {
            return ExitCode.OK;
        }
        ParsedLine parsed;
        try {
            parsed = parser.parse(stripped, stripped.length(), Parser.ParseContext.ACCEPT_LINE);
        } catch (EOFError e) {
            Session.failed("a quotation mark is not closed, or the line ends with a backslash");
            return ExitCode.USAGE;
        } catch (SyntaxError e) {
            Session.failed(String.valueOf(e.getMessage()));
            return ExitCode.USAGE;
        }
        List<String> words = parsed.words();
        return commands.execute(words.toArray(String[]::new));
    }

    /** Ends the session. */
    @Command(name = "quit", aliases = "exit", description = "End the client.")
    static final class Quit extends SessionCommand {
        @Override
        boolean run(Session session) {
            session.end();
            return true;
        }
    }
}
