package org.debitcredit.ledger;

import java.math.BigInteger;
import java.util.HashMap;
import java.util.Map;
import org.debitcredit.bank.BankScale;
import org.debitcredit.transaction.Outcome;
import org.debitcredit.transaction.Refusal;
import org.debitcredit.transaction.Reversals;
import org.debitcredit.transaction.TransactionBatch;
import org.debitcredit.transaction.TransactionType;

/** The bank as plainly as it can be written: maps and exact arithmetic. It judges the ledgers. */
final class LedgerModel {

    private final BankScale scale;
    final Map<Long, Long> accounts = new HashMap<>();
    final Map<Long, Long> tellers = new HashMap<>();
    final Map<Long, Long> branches = new HashMap<>();
    final BranchHistory byBranch;
    BigInteger history = BigInteger.ZERO;
    long historyRows;

    LedgerModel(BankScale scale) {
        this.scale = scale;
        this.byBranch = BranchHistory.none(scale.branches());
    }

    Map<Long, Long> balances(BalanceKind kind) {
        return switch (kind) {
            case ACCOUNT -> accounts;
            case TELLER -> tellers;
            case BRANCH -> branches;
        };
    }

    /** What the bank answers to row {@code row}; changes the model when it is committed. */
    Outcome execute(TransactionBatch batch, int row) {
        long position = batch.firstPosition() + row;
        TransactionType type = TransactionType.byCode(batch.requests.type[row]);
        long teller = batch.requests.teller[row];
        long account = batch.requests.account[row];
        long target = batch.requests.target[row];
        long amount = batch.requests.amount[row];
        if (type == TransactionType.REVERSAL) {
            return reverse(batch, row);
        }
        if (batch.requests.hasReversals() && batch.requests.ownReversals().isTombstone(row)) {
            return new Outcome.Refused(Refusal.REVERSED, position, 0);
        }
        if (!scale.hasTeller(teller)) {
            return new Outcome.Refused(Refusal.UNKNOWN_TELLER, position, 0);
        }
        if (!scale.hasAccount(account)) {
            return new Outcome.Refused(Refusal.UNKNOWN_ACCOUNT, position, 0);
        }
        if (type == TransactionType.TRANSFER && !scale.hasAccount(target)) {
            return new Outcome.Refused(Refusal.UNKNOWN_TARGET, position, 0);
        }
        long held = accounts.getOrDefault(account, 0L);
        if (type.checksFunds() && held < amount) {
            return new Outcome.Refused(Refusal.INSUFFICIENT_FUNDS, position, held);
        }
        try {
            if (type == TransactionType.TRANSFER) {
                transfer(teller, account, target, amount);
            } else {
                post(teller, account, type == TransactionType.WITHDRAWAL ? -amount : amount);
            }
        } catch (ArithmeticException e) {
            return new Outcome.Refused(Refusal.OVERFLOW, position, 0);
        }
        return new Outcome.Committed(position, accounts.getOrDefault(account, 0L));
    }

    private Outcome reverse(TransactionBatch batch, int row) {
        long position = batch.firstPosition() + row;
        long teller = batch.requests.teller[row];
        long account = batch.requests.account[row];
        Reversals reversals = batch.requests.ownReversals();
        int entry = reversals.entryOf(row);
        byte found = reversals.found(entry);
        if (found == Reversals.REVERSED_BEFORE) {
            return new Outcome.Refused(Refusal.REVERSED, position, 0);
        }
        TransactionType type = TransactionType.byCode(reversals.originalType(entry));
        BigInteger amount = BigInteger.valueOf(reversals.originalAmount(entry));
        BigInteger performed = BigInteger.valueOf(reversals.performed(entry) * amount.signum());
        BigInteger rest = amount.subtract(performed);
        try {
            if (found == Outcome.COMMITTED && type == TransactionType.TRANSFER) {
                transfer(
                        teller,
                        account,
                        batch.requests.target[row],
                        rest.negate().longValueExact());
            } else if (found == Outcome.COMMITTED) {
                BigInteger back = type == TransactionType.WITHDRAWAL ? rest : rest.negate();
                post(teller, account, back.longValueExact());
            }
        } catch (ArithmeticException e) {
            return new Outcome.Refused(Refusal.OVERFLOW, position, 0);
        }
        return new Outcome.Committed(position, accounts.getOrDefault(account, 0L));
    }

    private void post(long teller, long account, long amount) {
        long branch = BankScale.branchOf(teller);
        long accountAfter = Math.addExact(accounts.getOrDefault(account, 0L), amount);
        long tellerAfter = Math.addExact(tellers.getOrDefault(teller, 0L), amount);
        long branchAfter = Math.addExact(branches.getOrDefault(branch, 0L), amount);
        accounts.put(account, accountAfter);
        tellers.put(teller, tellerAfter);
        branches.put(branch, branchAfter);
        history = history.add(BigInteger.valueOf(amount));
        historyRows++;
        byBranch.rows()[(int) branch]++;
        byBranch.sumsMinor()[(int) branch] += amount;
    }

    private void transfer(long teller, long account, long target, long amount) {
        long accountAfter = Math.subtractExact(accounts.getOrDefault(account, 0L), amount);
        long targetAfter = Math.addExact(accounts.getOrDefault(target, 0L), amount);
        accounts.put(account, accountAfter);
        accounts.put(target, targetAfter);
        historyRows += 2;
        byBranch.rows()[(int) BankScale.branchOf(teller)] += 2;
    }
}
