package org.debitcredit.server.command.client;

import java.io.IOException;
import java.util.Locale;
import org.debitcredit.console.Printable;
import picocli.CommandLine.Command;
import tools.jackson.databind.node.ObjectNode;

/** Shows which bank is served. */
@Command(name = "info", description = "Show which bank this is: its id, size, currency and position.")
final class InfoCommand extends SessionCommand {

    @Override
    boolean run(Session session) throws IOException, InterruptedException, RefusedException {
        ObjectNode bank = session.ask("/v1/bank");
        session.print(
                bank,
                String.format(
                        Locale.ROOT,
                        "bank %s: %s, %,d branches, each with %,d tellers and %,d accounts, position %,d",
                        Printable.of(bank.path("bankId").asString("")),
                        Printable.of(bank.path("currency").asString("")),
                        bank.path("branches").asLong(),
                        bank.path("tellersPerBranch").asLong(),
                        bank.path("accountsPerBranch").asLong(),
                        bank.path("position").asLong()));
        return true;
    }
}
