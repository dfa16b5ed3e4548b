package org.debitcredit.server.command.client;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.node.ObjectNode;

/** Shows one balance. */
@Command(name = "balance", description = "Show the balance of an account, a teller or a branch.")
final class BalanceCommand extends SessionCommand {

    @ArgGroup(multiplicity = "1")
    private Of of = new Of();

    private static final class Of {
        @Option(names = "--account", paramLabel = "ID", description = "Of this account.")
        private @Nullable Long account;

        @Option(names = "--teller", paramLabel = "ID", description = "Of this teller.")
        private @Nullable Long teller;

        @Option(names = "--branch", paramLabel = "ID", description = "Of this branch.")
        private @Nullable Long branch;
    }

    @Override
    boolean run(Session session) throws IOException, InterruptedException, RefusedException {
        if (of.account != null) {
            return show(session, "account", "/v1/accounts/" + of.account);
        }
        return of.teller != null
                ? show(session, "teller", "/v1/tellers/" + of.teller)
                : show(session, "branch", "/v1/branches/" + of.branch);
    }

    private static boolean show(Session session, String kind, String path)
            throws IOException, InterruptedException, RefusedException {
        AmountFormat amounts = session.amounts();
        ObjectNode balance = session.ask(path);
        session.print(
                balance,
                kind + " " + balance.path("id").asLong() + " has "
                        + amounts.text(balance.path("balance").asLong()) + " as of position "
                        + balance.path("asOf").asLong());
        return true;
    }
}
