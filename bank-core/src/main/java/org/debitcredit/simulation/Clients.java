package org.debitcredit.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.debitcredit.bank.BankScale;
import org.debitcredit.transaction.KeyRuns;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.transaction.TransactionKey;

/** What clients send: transactions of all kinds under new keys, old ones, others', ones of a wrong time or none. */
final class Clients {

    private static final int RECENT = 60;

    private final RandomGenerator random;
    private final Terms terms;
    private final List<Asked> sent = new ArrayList<>();

    Clients(RandomGenerator random, Terms terms) {
        this.random = random;
        this.terms = terms;
    }

    /** Some submissions for one group; twins may be among them. */
    List<List<Asked>> submissions() {
        List<List<Asked>> submissions = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            int rows = 1 + random.nextInt(terms.batchMax);
            List<Asked> submission = random.nextInt(4) == 0 ? underOneKey(rows) : underTheirOwn(rows);
            sent.addAll(submission);
            submissions.add(submission);
        }
        return submissions;
    }

    private List<Asked> underTheirOwn(int rows) {
        List<Asked> submission = new ArrayList<>();
        for (int row = 0; row < rows; row++) {
            submission.add(next());
        }
        return submission;
    }

    /** Keys that count up from a new one, or over those around an old one; some out of their block or variant. */
    private List<Asked> underOneKey(int rows) {
        TransactionKey first =
                sent.isEmpty() || random.nextInt(3) > 0 ? key() : earlier().key();
        long low = first.low() - random.nextInt(3);
        if (random.nextInt(4) == 0) {
            low |= KeyRuns.BLOCK_KEYS - 1 - random.nextInt(3);
        }
        if (random.nextInt(16) == 0) {
            low |= (1L << 62) - 1 - random.nextInt(3);
        }
        List<Asked> submission = new ArrayList<>();
        for (int row = 0; row < rows; row++) {
            submission.add(new Asked(transaction(), new TransactionKey(first.client(), first.high(), low + row)));
        }
        return submission;
    }

    /** Keys whose fate clients ask for: of anything sent, and one that nobody ever used. */
    TransactionKey anyKey() {
        return sent.isEmpty() || random.nextInt(8) == 0 ? key() : earlier().key();
    }

    /** Every key sent lately and some of those before. */
    List<TransactionKey> keysToLookUp() {
        List<TransactionKey> keys = new ArrayList<>();
        for (int i = sent.size() - 1; i >= 0; i--) {
            if (sent.size() - i < 150 || random.nextInt(8) == 0) {
                keys.add(sent.get(i).key());
            }
        }
        for (int i = 0; i < 5; i++) {
            keys.add(key());
        }
        return keys;
    }

    private Asked next() {
        int choice = random.nextInt(20);
        if (sent.isEmpty() || choice < 15) {
            return new Asked(transaction(), key());
        }
        Asked earlier = earlier();
        return choice < 18 ? earlier : new Asked(transaction(), earlier.key());
    }

    private Asked earlier() {
        boolean recent = random.nextInt(3) > 0;
        int from = recent ? Math.max(0, sent.size() - RECENT) : 0;
        int latest = recent && random.nextInt(3) == 0 ? Math.max(from, sent.size() - 4) : from;
        return sent.get(latest + random.nextInt(sent.size() - latest));
    }

    private TransactionKey key() {
        long client = random.nextInt(2);
        long now = terms.clockMicros() / 1_000;
        return switch (random.nextInt(24)) {
            case 0 -> untimed(client, now);
            case 1 -> timed(client, now - random.nextInt(20_000));
            case 2 -> timed(client, now + random.nextInt(2 * (int) Terms.KEY_AHEAD_MILLIS_MAX));
            default -> timed(client, now - random.nextInt(20));
        };
    }

    private TransactionKey timed(long client, long millis) {
        return TransactionKey.of(client, TransactionKey.uuidV7(millis, random.nextLong(), random.nextLong()));
    }

    /** Of another version or variant than UUIDv7, one bit away from it or any number of bits. */
    private TransactionKey untimed(long client, long millis) {
        TransactionKey timed = timed(client, millis);
        return switch (random.nextInt(3)) {
            case 0 -> new TransactionKey(client, timed.high() ^ 1L << 12 + random.nextInt(4), timed.low());
            case 1 -> new TransactionKey(client, timed.high(), timed.low() ^ 1L << 62 + random.nextInt(2));
            default -> new TransactionKey(client, random.nextLong() & ~0xF000L | 0x4000, random.nextLong());
        };
    }

    private Transaction transaction() {
        long teller = id(Terms.SCALE.tellersPerBranch());
        long account = id(Terms.SCALE.accountsPerBranch());
        return switch (random.nextInt(6)) {
            case 0 -> Transaction.deposit(teller, account, amount());
            case 1 -> Transaction.withdrawal(teller, account, amount());
            case 2 -> Transaction.transfer(teller, account, otherThan(account), amount());
            default -> Transaction.debitCredit(teller, account, random.nextInt(3) > 0 ? amount() : -amount());
        };
    }

    private long id(int perBranch) {
        int branch = random.nextInt(50) == 0 ? Terms.SCALE.branches() : random.nextInt(Terms.SCALE.branches());
        int sequence = random.nextInt(50) == 0 ? perBranch : random.nextInt(perBranch);
        return (long) branch * BankScale.ID_RADIX + sequence;
    }

    private long otherThan(long account) {
        long target = account;
        while (target == account) {
            target = id(Terms.SCALE.accountsPerBranch());
        }
        return target;
    }

    private long amount() {
        boolean huge = terms.isOverflowing && random.nextInt(30) == 0;
        return huge ? Long.MAX_VALUE - random.nextInt(1_000) : 1 + random.nextInt(1_000);
    }
}
