package org.debitcredit.server.command;

import java.io.PrintStream;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import org.debitcredit.client.Postings;
import org.debitcredit.transaction.Outcome;
import org.debitcredit.transaction.Reference;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.transaction.TransactionType;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Decided transactions as JSON, one in a line. */
final class PostingLines {

    private PostingLines() {}

    static void print(Postings postings, PrintStream out) {
        for (int i = 0; i < postings.size(); i++) {
            out.println(line(postings, i));
        }
    }

    static ObjectNode line(Postings postings, int i) {
        ObjectNode line = JsonMapper.shared().createObjectNode();
        line.put("position", postings.position(i));
        line.put(
                "time",
                Instant.EPOCH.plus(postings.timeMicros(i), ChronoUnit.MICROS).toString());
        line.put("type", name(postings.type(i)));
        line.put("outcome", outcome(postings.outcome(i)));
        if (!postings.client(i).isEmpty()) {
            line.put("client", postings.client(i));
        }
        line.put("key", postings.key(i).toString());
        line.put("teller", postings.teller(i));
        line.put("account", postings.account(i));
        line.put("amount", postings.amountMinor(i));
        line.put("balance", postings.balanceMinor(i));
        if (postings.target(i) != Transaction.NO_TARGET) {
            line.put("target", postings.target(i));
            line.put("targetBalance", postings.targetBalanceMinor(i));
        }
        Reference reference = postings.reference(i);
        if (reference != null) {
            line.put("reference", reference.text());
        }
        Postings.OfReversal reversal = postings.reversal(i);
        if (reversal != null) {
            ObjectNode original = line.putObject("original");
            original.put("key", reversal.originalKey().toString());
            original.put("position", reversal.originalPosition());
            original.put("type", name(reversal.originalType()));
            original.put("amount", reversal.originalAmountMinor());
            original.put("performed", reversal.performedMinor());
        }
        if (postings.isTombstone(i)) {
            line.put("tombstone", true);
        }
        return line;
    }

    private static String name(TransactionType type) {
        return type.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static String outcome(Outcome outcome) {
        return outcome instanceof Outcome.Refused refused ? refused.reason().id() : "committed";
    }
}
