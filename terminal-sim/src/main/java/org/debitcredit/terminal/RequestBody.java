package org.debitcredit.terminal;

import org.debitcredit.transaction.Transaction;
import org.debitcredit.workload.AtmRequest;

/** The JSON body of a money transaction, padded by `filler` to a rule set's least size. */
final class RequestBody {

    private static final String FILLER = ",\"filler\":\"";

    private RequestBody() {}

    /** ASCII only, so that its length is its bytes. */
    static String of(Transaction transaction, int bytesMin) {
        StringBuilder body = new StringBuilder(Math.max(128, bytesMin));
        body.append("{\"type\":\"")
                .append(new AtmRequest.Money(transaction).operation().id());
        body.append("\",\"teller\":").append(transaction.teller());
        body.append(",\"account\":").append(transaction.account());
        if (transaction.target() != Transaction.NO_TARGET) {
            body.append(",\"target\":").append(transaction.target());
        }
        body.append(",\"amount\":").append(transaction.amountMinor());
        if (body.length() + 1 < bytesMin) {
            int padding = bytesMin - body.length() - FILLER.length() - 2;
            body.append(FILLER).append("x".repeat(Math.max(0, padding))).append('"');
        }
        return body.append('}').toString();
    }
}
