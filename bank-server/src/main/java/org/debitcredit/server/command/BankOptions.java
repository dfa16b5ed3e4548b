package org.debitcredit.server.command;

import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** Which bank: options that the service and its founding share. Each sets a property of the configuration. */
final class BankOptions {

    @Option(names = "--data", paramLabel = "DIR", description = "Directory of the bank (./data).")
    private @Nullable String data;

    @Option(
            names = "--ledger",
            paramLabel = "KIND",
            description = "Where balances are kept: h2, memory or a JDBC URL (h2). Its user and password: "
                    + "--bank.database.user=NAME, and the environment variable BANK_DATABASE_PASSWORD or "
                    + "--bank.database.password-file=FILE.")
    private @Nullable String ledger;

    @Option(
            names = "--projection",
            paramLabel = "URL",
            description = "Follow the journal into this database, for statements: a JDBC URL of SQLite, PostgreSQL or "
                    + "MariaDB. Its user and password: --bank.projection.user=NAME, and the environment variable "
                    + "BANK_PROJECTION_PASSWORD or --bank.projection.password-file=FILE.")
    private @Nullable String projection;

    @Option(
            names = "--journal",
            paramLabel = "KIND",
            description = "How the journal is kept: chronicle or file (chronicle).")
    private @Nullable String journal;

    @Option(
            names = "--mirror",
            paramLabel = "DIR",
            description = "Keep everything twice: a second data directory, on another device.")
    private @Nullable String mirror;

    @Option(
            names = "--preset",
            paramLabel = "NAME",
            description = "Rule set: gray2005 or tpca (that of the bank; gray2005 when it is founded).")
    private @Nullable String preset;

    @Option(
            names = "--branches",
            paramLabel = "N",
            description = "Number of branches (that of the bank; 10 when it is founded).")
    private @Nullable Integer branches;

    /** Adds what is given as properties. */
    void addTo(List<String> arguments) {
        add(arguments, "bank.data", data);
        add(arguments, "bank.ledger", ledger);
        add(arguments, "bank.projection.url", projection);
        add(arguments, "bank.journal.kind", journal);
        add(arguments, "bank.journal.mirror.directory", mirror);
        add(arguments, "bank.preset", preset);
        add(arguments, "bank.branches", branches);
    }

    /** Adds a property, if it has a value. */
    static void add(List<String> arguments, String property, @Nullable Object value) {
        if (value != null) {
            arguments.add("--" + property + "=" + value);
        }
    }

    /** Returns if all arguments that are no option are properties. */
    static void requireProperties(List<String> arguments, CommandSpec spec) {
        for (String argument : arguments) {
            if (!argument.matches("--[A-Za-z][A-Za-z0-9-]*(\\.[^=]+)=.*")) {
                throw new CommandLine.ParameterException(
                        spec.commandLine(),
                        "unknown option or argument: '" + argument + "'; a property is --name.of.property=value");
            }
        }
    }
}
