package org.debitcredit.region;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.UUID;
import org.debitcredit.transaction.Reference;
import org.debitcredit.transaction.Reversal;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.transaction.TransactionKey;
import org.debitcredit.transaction.TransactionType;
import org.jspecify.annotations.Nullable;

/**
 * One out-of-town transaction. Its two halves are ordinary transactions, and each determines the other: from one of
 * them in a change stream, the other one follows to the last bit, with the key under which it is executed.
 *
 * <pre>
 *   the issuer's half     type and amount as requested, at the teller that stands for the acquirer;
 *                         reference: 'o', then key, client and till in base64url, then the customer's reference
 *   the acquirer's half   a DebitCredit of the signed amount at the till, on the account due from the issuer;
 *                         under the customer's own key; reference: a letter for the type, the account, '|' and
 *                         the customer's reference
 * </pre>
 *
 * @param acquirer region of the till
 * @param issuer region of the account
 * @param type any but a transfer and a reversal
 * @param till teller of the acquirer
 * @param account account of the issuer
 * @param amountMinor as requested, minor units
 * @param key of the customer's request, in the scope of the acquirer's client
 * @param reference of the customer's request; null if it has none
 */
public record OutOfTown(
        int acquirer,
        int issuer,
        TransactionType type,
        long till,
        long account,
        long amountMinor,
        TransactionKey key,
        @Nullable Reference reference) {

    /** Longest reference of the customer, in bytes of UTF-8: what the issuer's half leaves of 64. */
    public static final int REFERENCE_BYTES_MAX = 23;

    /**
     * Largest amount without its sign, minor units: far more than a till pays out or in. All regions whose tellers are
     * in one branch share that branch's balance of 64 bits, so a single transaction must not fill it. With this limit
     * nine million of the largest ones in one direction do.
     */
    public static final long AMOUNT_MINOR_MAX = 1_000_000_000_000L;

    private static final char ISSUER_MARK = 'o';
    private static final int TILL_BYTES = 6;
    private static final int PACKED_BYTES = 2 * Long.BYTES + Long.BYTES + TILL_BYTES;
    private static final int PACKED_LENGTH = PACKED_BYTES / 3 * 4;
    private static final char REFERENCE_MARK = '|';

    public OutOfTown {
        if (type == TransactionType.TRANSFER || type == TransactionType.REVERSAL) {
            throw new IllegalArgumentException("an out-of-town transaction is a " + type
                    + "; it must be a DebitCredit, a deposit or a withdrawal");
        }
        if (acquirer == issuer) {
            throw new IllegalArgumentException("acquirer and issuer are both region " + acquirer);
        }
        if (reference != null && reference.length() > REFERENCE_BYTES_MAX) {
            throw new IllegalArgumentException("reference has " + reference.length()
                    + " bytes of UTF-8; that of an out-of-town transaction must have at most " + REFERENCE_BYTES_MAX);
        }
    }

    /** What is wrong with a request to execute it; null when nothing is. */
    public static @Nullable String malformed(Transaction request) {
        if (request.type() == TransactionType.TRANSFER) {
            return "type is transfer; both accounts of a transfer must be in the teller's region";
        }
        if (!isInRange(request.amountMinor())) {
            return "amount is " + request.amountMinor()
                    + " minor units; that of an out-of-town transaction must have at " + "most " + AMOUNT_MINOR_MAX;
        }
        Reference named = request.reference();
        return named != null && named.length() > REFERENCE_BYTES_MAX
                ? "reference has " + named.length() + " bytes of UTF-8; that of an out-of-town transaction must have "
                        + "at most " + REFERENCE_BYTES_MAX
                : null;
    }

    /** Whether an amount is one that an out-of-town transaction can have. */
    public static boolean isInRange(long amountMinor) {
        return amountMinor >= -AMOUNT_MINOR_MAX && amountMinor <= AMOUNT_MINOR_MAX;
    }

    /** What the two halves post, signed, to the customer's account and to the account due from the issuer. */
    public long signedMinor() {
        return Reversal.postedBy(type.code(), amountMinor);
    }

    /** Whether money comes in, so that the customer need not wait for the issuer. */
    public boolean isPaidIn() {
        return signedMinor() > 0;
    }

    /** The half that the issuer executes. */
    public Transaction issuerHalf(Correspondents ofIssuer) {
        ByteBuffer packed = ByteBuffer.allocate(PACKED_BYTES + Long.BYTES - TILL_BYTES);
        packed.putLong(key.high()).putLong(key.low()).putLong(key.client()).putLong(till << 16);
        byte[] exact = new byte[PACKED_BYTES];
        packed.flip().get(exact);
        String text = ISSUER_MARK
                + Base64.getUrlEncoder().withoutPadding().encodeToString(exact)
                + (reference == null ? "" : reference.text());
        return new Transaction(
                type,
                ofIssuer.networkTeller(acquirer),
                account,
                Transaction.NO_TARGET,
                amountMinor,
                Reference.of(text));
    }

    /** The half that the acquirer executes, under the customer's key. */
    public Transaction acquirerHalf(Correspondents ofAcquirer) {
        String text =
                letter(type) + Long.toString(account) + (reference == null ? "" : REFERENCE_MARK + reference.text());
        return Transaction.debitCredit(till, ofAcquirer.dueFrom(issuer), signedMinor())
                .with(Reference.of(text));
    }

    private static char letter(TransactionType type) {
        return switch (type) {
            case DEBIT_CREDIT -> 'c';
            case DEPOSIT -> 'd';
            case WITHDRAWAL -> 'w';
            case TRANSFER, REVERSAL -> throw new IllegalArgumentException("no out-of-town type: " + type);
        };
    }

    /**
     * The transaction whose issuer's half this is.
     *
     * @param reference of the half
     * @return null if it is not the half of one
     */
    public static @Nullable OutOfTown ofIssuerHalf(
            int acquirer,
            int issuer,
            TransactionType type,
            long account,
            long amountMinor,
            @Nullable Reference reference) {
        String text = reference == null ? "" : reference.text();
        if (text.length() <= PACKED_LENGTH || text.charAt(0) != ISSUER_MARK || !isType(type)) {
            return null;
        }
        byte[] exact;
        try {
            exact = Base64.getUrlDecoder().decode(text.substring(1, 1 + PACKED_LENGTH));
        } catch (IllegalArgumentException e) {
            return null;
        }
        ByteBuffer packed = ByteBuffer.allocate(PACKED_BYTES + Long.BYTES - TILL_BYTES);
        packed.put(exact).rewind();
        long high = packed.getLong();
        long low = packed.getLong();
        TransactionKey key = new TransactionKey(packed.getLong(), high, low);
        long till = packed.getLong() >>> 16;
        return new OutOfTown(acquirer, issuer, type, till, account, amountMinor, key, stored(text, 1 + PACKED_LENGTH));
    }

    /**
     * The transaction whose acquirer's half this is.
     *
     * @param signedMinor amount of the half
     * @param key of the half
     * @param reference of the half
     * @return null if it is not the half of one
     */
    public static @Nullable OutOfTown ofAcquirerHalf(
            int acquirer, int issuer, long till, long signedMinor, TransactionKey key, @Nullable Reference reference) {
        String text = reference == null ? "" : reference.text();
        int end = text.indexOf(REFERENCE_MARK) < 0 ? text.length() : text.indexOf(REFERENCE_MARK);
        TransactionType type = text.isEmpty() ? null : typeOf(text.charAt(0));
        if (type == null
                || (type != TransactionType.DEBIT_CREDIT && (signedMinor > 0) != (type == TransactionType.DEPOSIT))) {
            return null;
        }
        long account;
        try {
            account = Long.parseLong(text.substring(1, end));
        } catch (NumberFormatException e) {
            return null;
        }
        long amountMinor = type == TransactionType.WITHDRAWAL ? -signedMinor : signedMinor;
        Reference own = stored(text, end + 1);
        return own != null && own.length() > REFERENCE_BYTES_MAX
                ? null
                : new OutOfTown(acquirer, issuer, type, till, account, amountMinor, key, own);
    }

    private static @Nullable TransactionType typeOf(char letter) {
        return switch (letter) {
            case 'c' -> TransactionType.DEBIT_CREDIT;
            case 'd' -> TransactionType.DEPOSIT;
            case 'w' -> TransactionType.WITHDRAWAL;
            default -> null;
        };
    }

    private static boolean isType(TransactionType type) {
        return type != TransactionType.TRANSFER && type != TransactionType.REVERSAL;
    }

    private static @Nullable Reference stored(String text, int from) {
        return from >= text.length() ? null : Reference.stored(text.substring(from));
    }

    /**
     * The key of the issuer's half, derived from the customer's and from what it asks for. So if a customer uses a key
     * again for something else, both halves that the issuer may have can be told apart.
     */
    public UUID issuerKey() {
        return derived("half" + content(), key);
    }

    /** The key under which the issuer takes its half back, because the acquirer cannot execute its own. */
    public UUID issuerTakeBackKey() {
        return derived("take back at issuer" + content(), key);
    }

    /** The key under which the acquirer takes its half back, because the issuer refused its own. */
    public TransactionKey acquirerTakeBackKey() {
        return TransactionKey.of(key.client(), derived("take back at acquirer", key));
    }

    /** The key of a customer's reversal at the issuer, derived from that of the reversal. */
    public UUID issuerReversalKey(TransactionKey reversal) {
        return derived("reversal", reversal);
    }

    private String content() {
        return "|" + type.code() + "|" + till + "|" + account + "|" + amountMinor + "|"
                + (reference == null ? "" : reference.text());
    }

    /** A UUIDv7 of the same time, whose other 74 bits are those of a SHA-256 of the key and what it is for. */
    private UUID derived(String purpose, TransactionKey from) {
        byte[] label = purpose.getBytes(StandardCharsets.UTF_8);
        ByteBuffer text = ByteBuffer.allocate(label.length + Integer.BYTES + 3 * Long.BYTES);
        text.put(label)
                .putInt(acquirer)
                .putLong(from.client())
                .putLong(from.high())
                .putLong(from.low());
        ByteBuffer digest = ByteBuffer.wrap(sha256().digest(text.array()));
        return TransactionKey.uuidV7(TransactionKey.timeMillis(from.high()), digest.getLong(), digest.getLong());
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
