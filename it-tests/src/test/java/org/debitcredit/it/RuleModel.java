package org.debitcredit.it;

import java.util.HashMap;
import java.util.Map;
import org.debitcredit.bank.BankScale;
import org.debitcredit.transaction.Outcome;
import org.debitcredit.transaction.Outcome.Committed;
import org.debitcredit.transaction.Outcome.Refused;
import org.debitcredit.transaction.Refusal;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.transaction.TransactionType;

/** The bank's rule as plainly as it can be written, for amounts far from overflow. Shares no code with the bank. */
final class RuleModel {

    private final BankScale scale;
    private final Map<Long, Long> accounts = new HashMap<>();
    private long posted;
    private long historyRows;

    RuleModel(BankScale scale) {
        this.scale = scale;
    }

    /** What the bank must answer to the next transaction in its history. */
    Outcome next(Transaction asked, long position) {
        if (!exists(asked.teller(), scale.tellersPerBranch())) {
            return new Refused(Refusal.UNKNOWN_TELLER, position, 0);
        }
        if (!exists(asked.account(), scale.accountsPerBranch())) {
            return new Refused(Refusal.UNKNOWN_ACCOUNT, position, 0);
        }
        boolean transfer = asked.type() == TransactionType.TRANSFER;
        if (transfer && !exists(asked.target(), scale.accountsPerBranch())) {
            return new Refused(Refusal.UNKNOWN_TARGET, position, 0);
        }
        long balance = accounts.getOrDefault(asked.account(), 0L);
        boolean takes = transfer || asked.type() == TransactionType.WITHDRAWAL;
        if (takes && balance < asked.amountMinor()) {
            return new Refused(Refusal.INSUFFICIENT_FUNDS, position, balance);
        }
        long change = takes ? -asked.amountMinor() : asked.amountMinor();
        accounts.put(asked.account(), balance + change);
        historyRows++;
        posted += change;
        if (transfer) {
            accounts.merge(asked.target(), asked.amountMinor(), Long::sum);
            historyRows++;
            posted += asked.amountMinor();
        }
        return new Committed(position, balance + change);
    }

    private boolean exists(long id, int perBranch) {
        return id >= 0 && id / 1_000_000 < scale.branches() && id % 1_000_000 < perBranch;
    }

    /** What the bank's four sums must be after so many transactions. */
    RestTotals totals(long position) {
        return new RestTotals(position, posted, posted, posted, posted, historyRows, true);
    }
}
