package org.debitcredit.terminal.contract;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.UUID;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.workload.AtmRequest;

/** The JSON body of a money transaction, padded by `filler` to a rule set's least size. */
public final class RequestBody {

    private static final String FILLER = "filler";

    private RequestBody() {}

    /** ASCII only, so that its length is its bytes. */
    public static String of(Transaction transaction, int bytesMin) {
        ObjectNode body = content(transaction);
        String text = body.toString();
        if (text.length() >= bytesMin) {
            return text;
        }
        String withFiller = body.put(FILLER, "").toString();
        return body.put(FILLER, "x".repeat(Math.max(0, bytesMin - withFiller.length())))
                .toString();
    }

    /** The body of a reversal that takes back the whole of a transaction. */
    public static String ofReversal(Transaction original, UUID originalKey) {
        ObjectNode body = Json.object();
        body.put("originalKey", originalKey.toString());
        body.set("original", content(original));
        return body.toString();
    }

    private static ObjectNode content(Transaction transaction) {
        ObjectNode body = Json.object();
        body.put("type", new AtmRequest.Money(transaction).operation().id());
        body.put("teller", transaction.teller());
        body.put("account", transaction.account());
        if (transaction.target() != Transaction.NO_TARGET) {
            body.put("target", transaction.target());
        }
        body.put("amount", transaction.amountMinor());
        return body;
    }
}
