package org.debitcredit.terminal;

import org.debitcredit.console.CommandLines;
import org.debitcredit.console.FailureText;
import org.debitcredit.terminal.atm.AtmCommand;
import org.debitcredit.terminal.atm.VerdictJson;
import org.debitcredit.terminal.certify.CertifyCommand;
import org.debitcredit.terminal.console.RunFailure;
import org.debitcredit.terminal.console.WrongUsage;
import org.debitcredit.terminal.demo.DemoCommand;
import org.debitcredit.terminal.headquarters.HeadquartersCommand;
import org.debitcredit.terminal.nation.NationCommand;
import org.debitcredit.terminal.tpcc.TpccCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.ParseResult;

/** The command line of the terminals. Exit codes: 0 passed, 1 failed, 2 wrong usage. */
@Command(
        name = "bank",
        mixinStandardHelpOptions = true,
        description = "Run ATMs against a bank.",
        subcommands = {
            DemoCommand.class,
            NationCommand.class,
            AtmCommand.class,
            CertifyCommand.class,
            HeadquartersCommand.class,
            TpccCommand.class
        })
public final class TerminalCommand {

    private TerminalCommand() {}

    /** Runs one command and ends the process with its exit code. */
    public static void main(String[] arguments) {
        System.exit(commandLine().execute(arguments));
    }

    static CommandLine commandLine() {
        return CommandLines.of(new TerminalCommand()).setExecutionExceptionHandler(TerminalCommand::failed);
    }

    private static int failed(Exception failure, CommandLine command, ParseResult parsed) {
        if (failure instanceof WrongUsage) {
            command.getErr().println("bank: " + failure.getMessage());
            command.getErr().println("Try './" + command.getCommandSpec().qualifiedName() + " --help'.");
            return ExitCode.USAGE;
        }
        String reason = failure instanceof RunFailure
                ? String.valueOf(failure.getMessage())
                : "the command failed: " + FailureText.of(failure);
        command.getErr().println("bank: " + reason);
        if (command.getParseResult().hasMatchedOption("--json")) {
            System.out.println(VerdictJson.failure(reason));
        }
        return ExitCode.SOFTWARE;
    }
}
