package org.debitcredit.server.command;

import org.debitcredit.console.CommandLines;
import org.debitcredit.server.command.client.ClientCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;

/** The command line of the jar. Without a subcommand it serves. */
@Command(
        name = "bank",
        description = "A durable bank transaction service: Jim Gray's DebitCredit.",
        mixinStandardHelpOptions = true,
        subcommands = {
            FoundCommand.class,
            DoctorCommand.class,
            ServeCommand.class,
            StopCommand.class,
            VerifyCommand.class,
            BackupCommand.class,
            RestoreCommand.class,
            StatusCommand.class,
            ClientCommand.class,
            FollowCommand.class,
            KeyCommand.class,
            TokenCommand.class,
            TpccServeCommand.class
        },
        synopsisSubcommandLabel = "COMMAND",
        footer = {"", "Without a command, the service is started (serve)."})
public final class BankCommand {

    private static final String SERVE = "serve";

    /** Exit codes: 0 success, 1 failed, or a check failed, 2 wrong usage. */
    public static void main(String[] args) {
        System.setProperty("org.jooq.no-logo", "true");
        System.setProperty("org.jooq.no-tips", "true");
        String[] withCommand = withCommand(args);
        if (withCommand[0].equals(SERVE)) {
            System.exit(serve().execute(withCommand));
        }
        // For the commands that run without Spring Boot, which sets up its own logging.
        System.setProperty("logback.configurationFile", "logback-command.xml");
        System.exit(commandLine().execute(withCommand));
    }

    /**
     * The command line with {@code serve} alone, because reading the options of the other commands would take a tenth
     * of the time of a start.
     */
    private static CommandLine serve() {
        CommandSpec bank = CommandSpec.create().name("bank");
        return CommandLines.of(bank.addSubcommand(SERVE, new CommandLine(new ServeCommand())));
    }

    /** With its subcommands. */
    public static CommandLine commandLine() {
        return CommandLines.of(new BankCommand());
    }

    /** Puts {@code serve} before arguments that begin with an option, and where there are no arguments. */
    private static String[] withCommand(String[] args) {
        boolean optionsAlone =
                args.length == 0 || (args[0].startsWith("-") && !args[0].matches("-h|--help|-V|--version"));
        if (!optionsAlone) {
            return args;
        }
        String[] serve = new String[args.length + 1];
        serve[0] = SERVE;
        System.arraycopy(args, 0, serve, 1, args.length);
        return serve;
    }
}
