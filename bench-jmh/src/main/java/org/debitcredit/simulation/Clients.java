package org.debitcredit.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.debitcredit.bank.BankScale;
import org.debitcredit.transaction.Reference;
import org.debitcredit.transaction.Reversal;
import org.debitcredit.transaction.RunLengthKeys;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.transaction.TransactionKey;
import org.debitcredit.transaction.TransactionType;

/**
 * Generates the requests of clients: transactions of all kinds under new keys, old keys, keys of other clients, and
 * hostile keys.
 */
final class Clients {

    /** Scope of the one well-behaved client, which must be served whatever the others send. */
    static final long WELL_BEHAVED = 7;

    private static final int RECENT = 60;
    private static final long COUNTING = (1L << 62) - 1;

    private final RandomGenerator random;
    private final Terms terms;
    private final HostileKeys hostile;
    private final List<ModelRequest> sent = new ArrayList<>();
    /** No other client can send these again, because a key's scope is its client. */
    private final List<ModelRequest> wellBehaved = new ArrayList<>();

    private final List<ModelRequest> reversals = new ArrayList<>();
    /** Transactions that were reversed before they were sent. */
    private final List<ModelRequest> late = new ArrayList<>();

    Clients(RandomGenerator random, Terms terms) {
        this.random = random;
        this.terms = terms;
        this.hostile = new HostileKeys(random, terms.clock);
    }

    /**
     * A parcel of some client.
     *
     * @param rowsMax transactions of the largest parcel that the bank takes
     * @param aheadMillisMax how far a key's time may be ahead
     */
    Parcel parcel(int rowsMax, long aheadMillisMax) {
        if (terms.isReversing && random.nextInt(3) == 0) {
            return reversing(aheadMillisMax);
        }
        int rows = 1 + random.nextInt(Math.min(rowsMax, terms.batchMax));
        Parcel.Form form = Parcel.Form.values()[random.nextInt(3)];
        Parcel parcel = switch (form) {
            case ALONE -> new Parcel(underTheirOwn(1, aheadMillisMax), form);
            case EACH -> new Parcel(underTheirOwn(rows, aheadMillisMax), form);
            case RUN -> new Parcel(underOneKey(rows, aheadMillisMax), form);
        };
        if (!parcel.isMalformed()) {
            sent.addAll(parcel.rows());
        }
        return parcel;
    }

    /** A reversal, new or again, or a transaction that was reversed before it was sent. */
    private Parcel reversing(long aheadMillisMax) {
        ModelRequest asked;
        if (!late.isEmpty() && random.nextInt(5) == 0) {
            asked = late.get(random.nextInt(late.size()));
            sent.add(asked);
        } else if (!reversals.isEmpty() && random.nextInt(4) == 0) {
            int from = random.nextBoolean() ? Math.max(0, reversals.size() - 4) : 0;
            asked = reversals.get(from + random.nextInt(reversals.size() - from));
        } else {
            asked = reversal(aheadMillisMax);
            reversals.add(asked);
        }
        return new Parcel(List.of(asked), Parcel.Form.ALONE);
    }

    /**
     * A reversal: of a transaction that was sent, lately or long before; of another transaction under its key; or of
     * one that is not sent yet.
     */
    private ModelRequest reversal(long aheadMillisMax) {
        ModelRequest original;
        if (sent.isEmpty() || random.nextInt(5) == 0) {
            original = new ModelRequest(transaction(), key(aheadMillisMax));
            late.add(original);
        } else {
            original = earlier();
        }
        boolean isAnother = random.nextInt(16) == 0;
        Transaction named = isAnother ? transaction() : original.transaction();
        TransactionKey key =
                random.nextInt(16) == 0 && !sent.isEmpty() ? earlier().key() : key(aheadMillisMax);
        TransactionKey own = new TransactionKey(original.key().client(), key.high(), key.low());
        Reversal reversal = new Reversal(original.key(), named, performed(named));
        boolean isOwnKey = own.equals(original.key());
        return new ModelRequest(reversal, isOwnKey ? timed(own.client(), terms.clock.trueMillis()) : own);
    }

    private long performed(Transaction transaction) {
        long most = Math.min(1_000, Math.abs(transaction.amountMinor()));
        boolean isWhole = transaction.type() == TransactionType.TRANSFER || random.nextInt(3) > 0;
        return isWhole ? 0 : random.nextLong(most);
    }

    /** A large parcel of plain transactions under new keys. */
    Parcel large(int rows) {
        List<ModelRequest> asked = new ArrayList<>();
        for (int row = 0; row < rows; row++) {
            asked.add(new ModelRequest(Transaction.deposit(0, 0, 1), timed(row % 2, terms.clock.trueMillis())));
        }
        return new Parcel(asked, Parcel.Form.EACH);
    }

    /** One transaction of the well-behaved client, under a new key of the right time. */
    Parcel wellBehaved() {
        ModelRequest asked =
                new ModelRequest(Transaction.deposit(0, 0, 1), timed(WELL_BEHAVED, terms.clock.trueMillis()));
        wellBehaved.add(asked);
        return new Parcel(List.of(asked), Parcel.Form.ALONE);
    }

    private List<ModelRequest> underTheirOwn(int rows, long aheadMillisMax) {
        List<ModelRequest> asked = new ArrayList<>();
        for (int row = 0; row < rows; row++) {
            asked.add(next(aheadMillisMax));
        }
        return asked;
    }

    /** Keys that count up from a new one, or over those around an old one; some out of their block or their 62 bits. */
    private List<ModelRequest> underOneKey(int rows, long aheadMillisMax) {
        TransactionKey first = sent.isEmpty() || random.nextInt(3) > 0
                ? key(aheadMillisMax)
                : earlier().key();
        long low = first.low() - random.nextInt(3);
        if (random.nextInt(4) == 0) {
            low |= RunLengthKeys.BLOCK_KEYS - 1 - random.nextInt(3);
        }
        if (random.nextInt(12) == 0) {
            low |= COUNTING - random.nextInt(6);
        }
        List<ModelRequest> asked = new ArrayList<>();
        for (int row = 0; row < rows; row++) {
            asked.add(
                    new ModelRequest(transaction(), plus(new TransactionKey(first.client(), first.high(), low), row)));
        }
        return asked;
    }

    /** The key at a distance from another one, as a 128-bit number. */
    private static TransactionKey plus(TransactionKey key, int more) {
        long low = key.low() + more;
        long carry = Long.compareUnsigned(low, key.low()) < 0 ? 1 : 0;
        return new TransactionKey(key.client(), key.high() + carry, low);
    }

    /** A key whose status a client looks up: that of something sent, or one that was never used. */
    TransactionKey anyKey() {
        return sent.isEmpty() || random.nextInt(8) == 0
                ? timed(0, terms.clock.trueMillis())
                : earlier().key();
    }

    /** Many of the keys sent lately and some of those before. */
    List<TransactionKey> keysToLookUp() {
        List<TransactionKey> keys = new ArrayList<>();
        for (int i = sent.size() - 1; i >= 0; i--) {
            if (sent.size() - i < 150 || random.nextInt(8) == 0) {
                keys.add(sent.get(i).key());
            }
        }
        wellBehaved.forEach(asked -> keys.add(asked.key()));
        reversals
                .subList(Math.max(0, reversals.size() - RECENT), reversals.size())
                .forEach(asked -> keys.add(asked.key()));
        for (int i = 0; i < 5; i++) {
            keys.add(timed(i % 2, terms.clock.trueMillis()));
        }
        return keys;
    }

    private ModelRequest next(long aheadMillisMax) {
        int choice = random.nextInt(20);
        if (sent.isEmpty() || choice < 15) {
            return new ModelRequest(transaction(), key(aheadMillisMax));
        }
        ModelRequest earlier = earlier();
        if (choice < 18) {
            return earlier;
        }
        Transaction other = transaction();
        boolean isOnlyNamedOtherwise = isNaming() && other.amountMinor() % 2 == 0;
        return new ModelRequest(isOnlyNamedOtherwise ? namedOtherwise(earlier.transaction()) : other, earlier.key());
    }

    private static Transaction namedOtherwise(Transaction transaction) {
        return transaction.with(transaction.reference() == null ? Reference.of("another") : null);
    }

    /** Whether some transactions have references by now. */
    boolean isNaming() {
        return sent.size() >= terms.referencesFrom;
    }

    private ModelRequest earlier() {
        boolean recent = random.nextInt(3) > 0;
        int from = recent ? Math.max(0, sent.size() - RECENT) : 0;
        int latest = recent && random.nextInt(3) == 0 ? Math.max(from, sent.size() - 4) : from;
        return sent.get(latest + random.nextInt(sent.size() - latest));
    }

    private TransactionKey key(long aheadMillisMax) {
        if (terms.isHostile && random.nextInt(3) == 0) {
            return hostile.key(aheadMillisMax);
        }
        long now = terms.clock.trueMillis();
        return timed(
                random.nextInt(2), random.nextInt(24) == 0 ? now - random.nextInt(20_000) : now - random.nextInt(20));
    }

    private TransactionKey timed(long client, long millis) {
        return TransactionKey.of(client, TransactionKey.uuidV7(millis, random.nextLong(), random.nextLong()));
    }

    private Transaction transaction() {
        long teller = id(Terms.SCALE.tellersPerBranch());
        long account = id(Terms.SCALE.accountsPerBranch());
        return named(
                switch (random.nextInt(6)) {
                    case 0 -> Transaction.deposit(teller, account, amount());
                    case 1 -> Transaction.withdrawal(teller, account, amount());
                    case 2 -> Transaction.transfer(teller, account, otherThan(account), amount());
                    default -> Transaction.debitCredit(teller, account, random.nextInt(3) > 0 ? amount() : -amount());
                });
    }

    /**
     * Gives some transactions a reference. The amount decides which, so that the same random numbers make the same
     * transactions with references and without.
     */
    private Transaction named(Transaction transaction) {
        long amount = Math.abs(transaction.amountMinor());
        return !isNaming() || amount % 3 > 0 ? transaction : transaction.with(Reference.of("r" + amount % 7));
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
