package org.debitcredit.server.command.client;

import java.io.IOException;
import java.util.UUID;
import org.debitcredit.server.answer.IdempotencyKeyParser;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Takes a transaction back. */
@Command(
        name = "reverse",
        description = {
            "Take back a transaction, whatever became of it, also if it has not arrived yet.",
            "Describe the transaction by --type and its other options as it was sent. A session that sent it needs "
                    + "only its key."
        })
final class ReverseCommand extends SessionCommand {

    @Option(
            names = "--original-key",
            paramLabel = "KEY",
            required = true,
            description = "The key of the transaction that is taken back.")
    private String originalKey = "";

    @ArgGroup(exclusive = false)
    private @Nullable Original original;

    private static final class Original {
        @Option(
                names = "--type",
                paramLabel = "TYPE",
                required = true,
                description = "Its type: deposit, withdrawal, transfer or debit-credit.")
        private String type = "";

        @Option(names = "--account", paramLabel = "ID", required = true, description = "Its account.")
        private long account;

        @Option(names = "--teller", paramLabel = "ID", required = true, description = "Its teller.")
        private long teller;

        @Option(names = "--amount", paramLabel = "AMOUNT", required = true, description = "Its amount.")
        private String amount = "";

        @Option(names = "--target", paramLabel = "ID", description = "Of a transfer, the account that received it.")
        private @Nullable Long target;

        @Option(names = "--reference", paramLabel = "TEXT", description = "Its reference, if it had one.")
        private @Nullable String reference;

        ObjectNode body(AmountFormat amounts) {
            ObjectNode body = PostingOptions.body(type, teller, account, amounts.minor("--amount", amount), reference);
            return target == null ? body : body.put("target", target);
        }
    }

    @Option(
            names = "--performed",
            paramLabel = "AMOUNT",
            description = "What was really paid out or in: this part stays (default: 0, which takes back the whole).")
    private @Nullable String performed;

    @Mixin
    private KeyOption key = new KeyOption();

    @Override
    boolean run(Session session) throws IOException, InterruptedException, RefusedException {
        AmountFormat amounts = session.amounts(key);
        UUID taken = IdempotencyKeyParser.parse(0, originalKey).uuid();
        Original described = original;
        ObjectNode transaction = described != null ? described.body(amounts) : session.sent(taken);
        if (transaction == null) {
            throw new IllegalArgumentException("this session has not sent a transaction with the key " + taken
                    + ". Describe it: --type, --account, --teller, --amount, and --target and --reference if it "
                    + "had them");
        }
        ObjectNode reversal = JsonMapper.shared().createObjectNode().put("originalKey", taken.toString());
        reversal.set("original", transaction.deepCopy());
        if (performed != null) {
            reversal.put("performed", amounts.minor("--performed", performed));
        }
        return session.reverse(key, reversal);
    }
}
