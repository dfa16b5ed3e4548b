package org.debitcredit.server.command.client;

import java.io.IOException;
import org.debitcredit.console.Printable;
import org.debitcredit.server.answer.IdempotencyKeyParser;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Shows what became of a key. */
@Command(name = "lookup", description = "Show what became of a transaction: committed, refused, unknown or expired.")
final class LookupCommand extends SessionCommand {

    @Parameters(paramLabel = "KEY", description = "The key under which it was sent.")
    private String key = "";

    @Override
    boolean run(Session session) throws IOException, InterruptedException, RefusedException {
        AmountFormat amounts = session.amounts();
        ObjectNode status = session.ask(
                "/v1/transactions/" + IdempotencyKeyParser.parse(0, key).uuid());
        session.print(status, words(status, amounts));
        return true;
    }

    private static String words(ObjectNode status, AmountFormat amounts) {
        String outcome = status.path("status").asString("");
        return switch (outcome) {
            case "unknown" -> "unknown: the bank has not seen this key; it may still arrive";
            case "expired" -> "expired: the bank may have executed and forgotten it. Compare the account's statement";
            case "refused" -> "refused: " + Printable.of(status.path("reason").asString("")) + decided(status, amounts);
            default -> Printable.of(outcome) + decided(status, amounts) + reversal(status, amounts);
        };
    }

    private static String decided(ObjectNode status, AmountFormat amounts) {
        String client = status.path("client").asString("");
        String reference = status.path("reference").asString("");
        return ", at position " + status.path("position").asLong() + ", "
                + Printable.of(status.path("time").asString("")) + ", with the balance "
                + amounts.text(status.path("balance").asLong())
                + (reference.isEmpty() ? "" : ", reference '" + Printable.of(reference) + "'")
                + (client.isEmpty() ? "" : ", by client " + Printable.of(client));
    }

    private static String reversal(ObjectNode status, AmountFormat amounts) {
        if (!status.path("reversed").asBoolean(false)) {
            return "";
        }
        JsonNode by = status.path("reversedBy");
        return by.isMissingNode()
                ? "; reversed"
                : "; reversed at position " + by.path("position").asLong() + " by "
                        + amounts.text(by.path("amount").asLong()) + ", key "
                        + Printable.of(by.path("key").asString(""));
    }
}
