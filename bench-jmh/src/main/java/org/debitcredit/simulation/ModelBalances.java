package org.debitcredit.simulation;

import java.math.BigInteger;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.debitcredit.bank.BankScale;
import org.debitcredit.ledger.BalanceKind;
import org.debitcredit.ledger.Totals;
import org.debitcredit.transaction.Outcome;
import org.debitcredit.transaction.Refusal;
import org.debitcredit.transaction.Reversal;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.transaction.TransactionType;

/** All balances of the model, in a simple form. It implements the bank's rule a second time, in exact arithmetic. */
final class ModelBalances {

    private static final BigInteger LEAST = BigInteger.valueOf(Long.MIN_VALUE);
    private static final BigInteger MOST = BigInteger.valueOf(Long.MAX_VALUE);

    private final BankScale scale;
    private final Map<Long, BigInteger> accounts = new HashMap<>();
    private final Map<Long, BigInteger> tellers = new HashMap<>();
    private final Map<Long, BigInteger> branches = new HashMap<>();
    private BigInteger posted = BigInteger.ZERO;
    private long postings;

    ModelBalances(BankScale scale) {
        this.scale = scale;
    }

    ModelBalances copy() {
        ModelBalances copy = new ModelBalances(scale);
        copy.accounts.putAll(accounts);
        copy.tellers.putAll(tellers);
        copy.branches.putAll(branches);
        copy.posted = posted;
        copy.postings = postings;
        return copy;
    }

    long balance(BalanceKind kind, long id) {
        Map<Long, BigInteger> balances = switch (kind) {
            case ACCOUNT -> accounts;
            case TELLER -> tellers;
            case BRANCH -> branches;
        };
        return held(balances, id).longValueExact();
    }

    Totals totals() {
        return new Totals(sum(accounts), sum(tellers), sum(branches), posted, postings, 0);
    }

    /** Carries a transaction out, or refuses it. */
    ModelDecision decide(ModelRequest asked) {
        Transaction wanted = asked.transaction();
        if (!exists(wanted.teller(), scale.tellersPerBranch())) {
            return refused(asked, Refusal.UNKNOWN_TELLER, 0);
        }
        if (!exists(wanted.account(), scale.accountsPerBranch())) {
            return refused(asked, Refusal.UNKNOWN_ACCOUNT, 0);
        }
        boolean isTransfer = wanted.type() == TransactionType.TRANSFER;
        if (isTransfer && !exists(wanted.target(), scale.accountsPerBranch())) {
            return refused(asked, Refusal.UNKNOWN_TARGET, 0);
        }
        BigInteger amount = BigInteger.valueOf(wanted.amountMinor());
        BigInteger held = held(accounts, wanted.account());
        boolean leaves = isTransfer || wanted.type() == TransactionType.WITHDRAWAL;
        if (leaves && held.compareTo(amount) < 0) {
            return refused(asked, Refusal.INSUFFICIENT_FUNDS, held.longValueExact());
        }
        ModelBalances after = copy();
        after.post(wanted.teller(), wanted.account(), leaves ? amount.negate() : amount);
        if (isTransfer) {
            after.post(wanted.teller(), wanted.target(), amount);
        }
        if (!after.fit()) {
            return refused(asked, Refusal.OVERFLOW, 0);
        }
        take(after);
        return new ModelDecision(
                asked, Outcome.COMMITTED, held(accounts, wanted.account()).longValueExact());
    }

    /** Carries out again what was decided before. */
    void redo(ModelDecision decided) {
        ModelRequest asked = decided.asked();
        if (asked.reversal() != null) {
            if (decided.code() == Outcome.COMMITTED) {
                takeBack(asked.transaction(), BigInteger.valueOf(decided.takenBackMinor()));
            }
        } else if (!decided.isTombstone()) {
            decide(asked);
        }
    }

    /**
     * Reverses a transaction by the contract.
     *
     * @param original as it was decided
     * @param isReversed whether another reversal has taken it back before
     */
    ModelDecision reverse(ModelRequest asked, ModelDecision original, boolean isReversed) {
        Reversal reversal = Objects.requireNonNull(asked.reversal());
        Transaction wanted = reversal.original();
        if (original.code() != Outcome.COMMITTED) {
            boolean exists = exists(wanted.account(), scale.accountsPerBranch());
            return new ModelDecision(
                    asked,
                    Outcome.COMMITTED,
                    exists ? held(accounts, wanted.account()).longValueExact() : 0);
        }
        if (isReversed) {
            return refused(asked, Refusal.REVERSED, 0);
        }
        boolean leaves = wanted.type() == TransactionType.TRANSFER || wanted.type() == TransactionType.WITHDRAWAL;
        BigInteger amount = BigInteger.valueOf(wanted.amountMinor());
        BigInteger posted = leaves ? amount.negate() : amount;
        BigInteger kept = BigInteger.valueOf(reversal.performedMinor()).multiply(BigInteger.valueOf(posted.signum()));
        BigInteger back = kept.subtract(posted);
        ModelBalances after = copy();
        after.takeBack(wanted, back);
        if (!after.fit()) {
            return new ModelDecision(asked, Refusal.OVERFLOW.code(), 0, back.longValueExact());
        }
        take(after);
        return new ModelDecision(
                asked, Outcome.COMMITTED, held(accounts, wanted.account()).longValueExact(), back.longValueExact());
    }

    private void takeBack(Transaction original, BigInteger back) {
        if (back.signum() != 0) {
            post(original.teller(), original.account(), back);
            if (original.type() == TransactionType.TRANSFER) {
                post(original.teller(), original.target(), back.negate());
            }
        }
    }

    private static ModelDecision refused(ModelRequest asked, Refusal reason, long balance) {
        return new ModelDecision(asked, reason.code(), balance);
    }

    /** The one primitive: till, balance and branch, and a row of history. */
    private void post(long teller, long account, BigInteger amount) {
        accounts.merge(account, amount, BigInteger::add);
        tellers.merge(teller, amount, BigInteger::add);
        branches.merge(teller / BankScale.ID_RADIX, amount, BigInteger::add);
        posted = posted.add(amount);
        postings++;
    }

    private boolean fit() {
        return fit(accounts) && fit(tellers) && fit(branches);
    }

    private static boolean fit(Map<Long, BigInteger> balances) {
        return balances.values().stream().allMatch(held -> held.compareTo(LEAST) >= 0 && held.compareTo(MOST) <= 0);
    }

    private void take(ModelBalances other) {
        accounts.putAll(other.accounts);
        tellers.putAll(other.tellers);
        branches.putAll(other.branches);
        posted = other.posted;
        postings = other.postings;
    }

    private boolean exists(long id, int perBranch) {
        return id >= 0 && id / BankScale.ID_RADIX < scale.branches() && id % BankScale.ID_RADIX < perBranch;
    }

    private static BigInteger held(Map<Long, BigInteger> balances, long id) {
        return balances.getOrDefault(id, BigInteger.ZERO);
    }

    private static BigInteger sum(Map<Long, BigInteger> balances) {
        return balances.values().stream().reduce(BigInteger.ZERO, BigInteger::add);
    }
}
