package org.debitcredit.server.command;

import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** Options that {@code serve}, {@code doctor} and {@code found} share. Each sets a property of the configuration. */
final class BankOptions {

    @Option(names = "--data", paramLabel = "DIR", description = "The bank's data directory (default: ./data).")
    private @Nullable String data;

    @Option(
            names = "--ledger",
            paramLabel = "KIND",
            description = "Where balances are kept: h2, memory or a JDBC URL (default: h2). User and password of the "
                    + "URL: --bank.database.user=NAME, and the environment variable BANK_DATABASE_PASSWORD or "
                    + "--bank.database.password-file=FILE.")
    private @Nullable String ledger;

    @Option(
            names = "--projection",
            paramLabel = "URL",
            description = "Keep a copy for statements in this database: a JDBC URL of SQLite, PostgreSQL or "
                    + "MariaDB. User and password: --bank.projection.user=NAME, and the environment variable "
                    + "BANK_PROJECTION_PASSWORD or --bank.projection.password-file=FILE.")
    private @Nullable String projection;

    @Option(
            names = "--journal",
            paramLabel = "KIND",
            description = "Kind of the journal: chronicle or file (default: chronicle).")
    private @Nullable String journal;

    @Option(
            names = "--mirror",
            paramLabel = "DIR",
            description = "A second data directory, on another device, that holds a copy of everything.")
    private @Nullable String mirror;

    /** Adds what is given as properties. */
    void addTo(List<String> arguments) {
        add(arguments, "bank.data", data);
        add(arguments, "bank.ledger", ledger);
        add(arguments, "bank.projection.url", projection);
        add(arguments, "bank.journal.kind", journal);
        add(arguments, "bank.journal.mirror.directory", mirror);
    }

    /** Adds a property, if it has a value. */
    static void add(List<String> arguments, String property, @Nullable Object value) {
        if (value != null) {
            arguments.add("--" + property + "=" + value);
        }
    }

    /** Throws a {@link CommandLine.ParameterException} unless each of these arguments is a property. */
    static void requireProperties(List<String> arguments, CommandSpec spec) {
        for (String argument : arguments) {
            if (!argument.matches("--[A-Za-z][A-Za-z0-9-]*(\\.[^=]+)=.*")) {
                throw new CommandLine.ParameterException(
                        spec.commandLine(),
                        "unknown option or argument: '" + argument
                                + "'. A property is given as --name.of.property=value");
            }
        }
    }
}
