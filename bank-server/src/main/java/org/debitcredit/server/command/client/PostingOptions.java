package org.debitcredit.server.command.client;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** What every money transaction has. */
final class PostingOptions {

    @Option(names = "--account", paramLabel = "ID", required = true, description = "The account.")
    private long account;

    @Option(names = "--teller", paramLabel = "ID", required = true, description = "The teller.")
    private long teller;

    @Option(
            names = "--amount",
            paramLabel = "AMOUNT",
            required = true,
            description = "The amount in the bank's currency, such as 12.50.")
    private String amount = "";

    @Option(
            names = "--reference",
            paramLabel = "TEXT",
            description = "The transaction's name in your own books, at most 64 bytes.")
    private @Nullable String reference;

    /** The request's object. */
    ObjectNode body(String type, AmountFormat amounts) {
        return body(type, teller, account, amounts.minor("--amount", amount), reference);
    }

    static ObjectNode body(String type, long teller, long account, long amountMinor, @Nullable String reference) {
        ObjectNode body = JsonMapper.shared()
                .createObjectNode()
                .put("type", type)
                .put("teller", teller)
                .put("account", account)
                .put("amount", amountMinor);
        return reference == null ? body : body.put("reference", reference);
    }
}
