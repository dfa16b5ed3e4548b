package org.debitcredit.console;

import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** What the command lines of all jars have in common: the version, and how wrong usage is answered. */
public final class CommandLines {

    private CommandLines() {}

    /** The command line of a jar. */
    public static CommandLine of(Object command) {
        CommandLine line = Version.everywhere(new CommandLine(command));
        line.setParameterExceptionHandler(CommandLines::wrongUsage);
        return line;
    }

    /** Two lines: what is wrong, and where the options are listed. */
    private static int wrongUsage(ParameterException failure, String[] arguments) {
        CommandLine command = failure.getCommandLine();
        PrintWriter err = command.getErr();
        err.println("bank: " + failure.getMessage());
        CommandLine.UnmatchedArgumentException.printSuggestions(failure, err);
        err.println("Try './" + command.getCommandSpec().qualifiedName() + " --help'.");
        return command.getCommandSpec().exitCodeOnInvalidInput();
    }
}
