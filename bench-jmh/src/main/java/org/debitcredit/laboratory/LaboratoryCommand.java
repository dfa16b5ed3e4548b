package org.debitcredit.laboratory;

import org.debitcredit.console.CommandLines;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The command line of the laboratory's jar: the instruments that measure the bank, and that try to break it. */
@Command(
        name = "bank",
        description = "The instruments: measure storage and speed, and simulate faults.",
        mixinStandardHelpOptions = true,
        subcommands = {
            ProbeCommand.class,
            BenchCommand.class,
            SweepCommand.class,
            LabCommand.class,
            SimulateCommand.class
        },
        synopsisSubcommandLabel = "COMMAND")
public final class LaboratoryCommand {

    /** Exit codes: 0 success, 1 failed, or a check failed, 2 wrong usage. */
    public static void main(String[] args) {
        System.setProperty("org.jooq.no-logo", "true");
        System.setProperty("org.jooq.no-tips", "true");
        System.exit(commandLine().execute(args));
    }

    static CommandLine commandLine() {
        return CommandLines.of(new LaboratoryCommand());
    }
}
