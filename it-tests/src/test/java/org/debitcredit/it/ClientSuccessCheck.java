package org.debitcredit.it;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.debitcredit.bank.BankScale;
import org.debitcredit.transaction.Outcome;
import org.debitcredit.transaction.Outcome.Committed;
import org.debitcredit.transaction.Outcome.Refused;

/**
 * Compares the clients' knowledge with the answers of a restarted bank, and reports differences. The clients are the
 * bank's only ones, so every position of its history is one of their transactions: from 1, each once, none missing, and
 * in that order the bank's rule leads to each of its answers and to its sums.
 */
final class ClientSuccessCheck {

    private static final int COMPLAINTS_MAX = 20;

    private final Known known;
    private final Map<UUID, Outcome> told;
    private final RestTotals totals;
    private final List<String> complaints = new ArrayList<>();

    private ClientSuccessCheck(Known known, Map<UUID, Outcome> told, RestTotals totals) {
        this.known = known;
        this.told = told;
        this.totals = totals;
    }

    /**
     * What is wrong; empty when nothing is.
     *
     * @param told what the bank says became of each key; a key that it does not know is absent
     */
    static List<String> complaints(BankScale scale, Known known, Map<UUID, Outcome> told, RestTotals totals) {
        ClientSuccessCheck check = new ClientSuccessCheck(known, told, totals);
        check.acknowledgedIsKept();
        check.notExecutedStaysSo();
        check.historyIsOurs(scale);
        return check.complaints;
    }

    private void acknowledgedIsKept() {
        known.acknowledged().forEach((key, acknowledged) -> {
            Outcome now = told.get(key);
            if (now == null) {
                complain("lost: " + key + " was acknowledged as " + acknowledged + "; the bank does not know it");
            } else if (!now.equals(acknowledged)) {
                complain("altered: " + key + " was acknowledged as " + acknowledged + "; now it is " + now);
            }
        });
    }

    private void notExecutedStaysSo() {
        for (UUID key : known.notExecuted()) {
            if (told.containsKey(key)) {
                complain("executed after all: " + key + " was told not executed; now it is " + told.get(key));
            }
        }
    }

    private void historyIsOurs(BankScale scale) {
        Map<Long, UUID> history = new TreeMap<>();
        told.forEach((key, outcome) -> {
            UUID other = history.put(position(outcome), key);
            if (other != null) {
                complain("twice: position " + position(outcome) + " is of " + other + " and of " + key);
            }
        });
        RuleModel model = new RuleModel(scale);
        long expected = 1;
        for (Map.Entry<Long, UUID> entry : history.entrySet()) {
            if (entry.getKey() != expected) {
                complain("strange: position " + expected + " belongs to no transaction of the clients");
                return;
            }
            expected++;
            Sent sent = known.sent().get(entry.getValue());
            Outcome now = told.get(entry.getValue());
            if (sent == null) {
                complain("strange: " + entry.getValue() + " was never sent");
            } else if (!model.next(sent.transaction(), entry.getKey()).equals(now)) {
                complain("wrong: " + sent + " is " + now + ", which the bank's rule does not lead to");
                return;
            }
        }
        if (!totals.equals(model.totals(expected - 1))) {
            complain("sums: the bank has " + totals + "; its transactions make " + model.totals(expected - 1));
        }
    }

    /** Its number in the bank's history; 0 when it has none. */
    static long position(Outcome outcome) {
        if (outcome instanceof Committed committed) {
            return committed.position();
        }
        return outcome instanceof Refused refused ? refused.position() : 0;
    }

    private void complain(String complaint) {
        if (complaints.size() < COMPLAINTS_MAX) {
            complaints.add(complaint);
        }
    }
}
