package org.debitcredit.terminal.contract;

import java.util.UUID;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.workload.AtmRequest;

/**
 * The JSON body of a money transaction, padded by {@code filler} to a rule set's smallest size. It is written without a
 * library, because terminals make thousands a second, and it holds only numbers and names without a quotation mark.
 */
public final class TransactionJson {

    private static final String FILLER_BEGIN = ",\"filler\":\"";
    private static final String FILLER_END = "\"}";

    private TransactionJson() {}

    /** The body of a transaction, of at least so many bytes. It is ASCII only, so that its length is its bytes. */
    public static String of(Transaction transaction, int bytesMin) {
        StringBuilder body = new StringBuilder(Math.max(bytesMin, 128));
        appendFields(body, transaction);
        if (body.length() + 1 < bytesMin) {
            int filler = bytesMin - body.length() - FILLER_BEGIN.length() - FILLER_END.length();
            body.append(FILLER_BEGIN).append("x".repeat(Math.max(0, filler))).append(FILLER_END);
        } else {
            body.append('}');
        }
        return body.toString();
    }

    /** The body of a transaction on an account of another region. */
    public static String ofOutOfTown(Transaction transaction, int region) {
        StringBuilder body = new StringBuilder(128);
        appendFields(body, transaction);
        return body.append(",\"region\":").append(region).append('}').toString();
    }

    /** The body of a reversal that takes back the whole of a transaction. */
    public static String ofReversal(Transaction original, UUID originalKey) {
        StringBuilder body =
                new StringBuilder("{\"originalKey\":\"").append(originalKey).append("\",\"original\":");
        appendFields(body, original);
        return body.append("}}").toString();
    }

    /** The object without its end. */
    private static void appendFields(StringBuilder body, Transaction transaction) {
        body.append("{\"type\":\"")
                .append(new AtmRequest.Money(transaction).operation().id())
                .append("\",\"teller\":")
                .append(transaction.teller())
                .append(",\"account\":")
                .append(transaction.account());
        if (transaction.target() != Transaction.NO_TARGET) {
            body.append(",\"target\":").append(transaction.target());
        }
        body.append(",\"amount\":").append(transaction.amountMinor());
    }
}
