package org.debitcredit.ledger;

import java.util.SplittableRandom;
import org.debitcredit.bank.BankScale;
import org.debitcredit.transaction.Outcome;
import org.debitcredit.transaction.Reference;
import org.debitcredit.transaction.Refusal;
import org.debitcredit.transaction.Reversal;
import org.debitcredit.transaction.Reversals;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.transaction.TransactionBatch;
import org.debitcredit.transaction.TransactionKey;
import org.debitcredit.transaction.TransactionType;
import org.jspecify.annotations.Nullable;

/**
 * Well-formed transactions of every type by seed, with unknown ids, lacking funds, overflows and reversals among them.
 */
final class RandomTransactions {

    /** How a reversal may find its original; mostly committed. */
    private static final byte[] FOUND = {
        Outcome.COMMITTED,
        Outcome.COMMITTED,
        Outcome.COMMITTED,
        Reversals.REVERSED_BEFORE,
        Refusal.INSUFFICIENT_FUNDS.code()
    };

    private final BankScale scale;
    private final SplittableRandom random;
    private TransactionKey key = new TransactionKey(0, 0x0198_C0DE_1234_7ABCL, 0x8DEF_0123_4567_89FBL);

    RandomTransactions(BankScale scale, long seed) {
        this.scale = scale;
        this.random = new SplittableRandom(seed);
    }

    /** A batch of 1 to {@code sizeMax} transactions. */
    TransactionBatch batch(long firstPosition, int sizeMax) {
        int size = 1 + random.nextInt(sizeMax);
        TransactionBatch batch = new TransactionBatch(size);
        batch.begin(firstPosition, 1_000_000 + firstPosition);
        while (batch.size() < size) {
            if (random.nextInt(8) == 0) {
                addReversal(batch, size - batch.size());
            } else {
                batch.requests.add(next().with(reference()), key());
            }
        }
        return batch;
    }

    /** The reversal of a transaction of before, whatever became of it, or of one that has not arrived. */
    private void addReversal(TransactionBatch batch, int rowsLeft) {
        Transaction original = next().with(reference());
        TransactionKey originalKey = key();
        byte found = FOUND[random.nextInt(FOUND.length)];
        long position = Math.max(1, batch.firstPosition() - 1);
        if (rowsLeft > 1 && random.nextInt(3) == 0) {
            int tombstone = batch.requests.add(original, originalKey);
            batch.requests.ownReversals().addTombstone(tombstone);
            position = batch.firstPosition() + tombstone;
            found = Refusal.REVERSED.code();
        } else if (!exists(original)) {
            found = Refusal.UNKNOWN_ACCOUNT.code();
        }
        boolean isWhole = original.type() == TransactionType.TRANSFER || random.nextBoolean();
        long performed = isWhole ? 0 : random.nextLong(Math.abs(original.amountMinor()));
        batch.requests.addReversal(new Reversal(originalKey, original, performed), key(), position, found);
    }

    private boolean exists(Transaction original) {
        return scale.hasTeller(original.teller())
                && scale.hasAccount(original.account())
                && (original.target() == Transaction.NO_TARGET || scale.hasAccount(original.target()));
    }

    /** Mostly the one after the last; now and then one of another client, or of another time. */
    private TransactionKey key() {
        key = switch (random.nextInt(10)) {
            case 0 -> new TransactionKey(random.nextLong(), key.high(), key.low() + 1);
            case 1 -> new TransactionKey(key.client(), random.nextLong(), random.nextLong());
            default -> new TransactionKey(key.client(), key.high(), key.low() + 1);
        };
        return key;
    }

    private @Nullable Reference reference() {
        return switch (random.nextInt(8)) {
            case 0 -> Reference.of("ATM 17 " + random.nextInt(1_000_000));
            case 1 -> Reference.of("Überweisung \"№ " + random.nextInt(100) + "\" \uD83D\uDCB6 '\\' %");
            default -> null;
        };
    }

    private Transaction next() {
        long teller = id(scale.tellersPerBranch());
        long account = id(scale.accountsPerBranch());
        return switch (random.nextInt(6)) {
            case 0 -> Transaction.deposit(teller, account, amount());
            case 1 -> Transaction.withdrawal(teller, account, amount());
            case 2 -> Transaction.transfer(teller, account, otherThan(account), amount());
            default -> Transaction.debitCredit(teller, account, random.nextBoolean() ? amount() : -amount());
        };
    }

    /** Of a branch and a sequence; one of either in fifty is just outside the bank. */
    private long id(int perBranch) {
        int branch = random.nextInt(50) == 0 ? scale.branches() : random.nextInt(scale.branches());
        int sequence = random.nextInt(50) == 0 ? perBranch : random.nextInt(perBranch);
        return (long) branch * BankScale.ID_RADIX + sequence;
    }

    private long otherThan(long account) {
        long target = account;
        while (target == account) {
            target = id(scale.accountsPerBranch());
        }
        return target;
    }

    private long amount() {
        return random.nextInt(40) == 0 ? Long.MAX_VALUE - random.nextInt(1000) : 1 + random.nextInt(1000);
    }
}
