package org.debitcredit.server.answer;

import java.util.UUID;
import org.debitcredit.engine.TransactionEngine;
import org.debitcredit.ledger.BalanceKind;
import org.debitcredit.ledger.MissingRows;
import org.debitcredit.region.OutOfTown;
import org.debitcredit.server.loop.RequestGateway.NoAnswer;
import org.debitcredit.transaction.Failure;
import org.debitcredit.transaction.Refusal;
import org.debitcredit.transaction.Reversal;
import org.debitcredit.transaction.Transaction;

/** Texts that describe one occurrence: the wrong value, and what would be right. */
public final class Detail {

    private static final String UUID_V7 = "it must be a new UUIDv7 (RFC 9562), because a key without a time cannot be"
            + " distinguished from a new one once the bank has forgotten it";

    private Detail() {}

    /**
     * Describes the refusal of a transaction.
     *
     * @param balanceMinor balance of the account in minor units; used only if funds are insufficient
     */
    public static String of(Refusal refusal, Transaction asked, long balanceMinor) {
        return switch (refusal) {
            case INSUFFICIENT_FUNDS ->
                "account " + asked.account() + " holds " + balanceMinor + ", less than " + asked.amountMinor();
            case UNKNOWN_ACCOUNT -> "the bank has no account " + asked.account();
            case UNKNOWN_TARGET -> "the bank has no account " + asked.target();
            case UNKNOWN_TELLER -> "the bank has no teller " + asked.teller();
            case OVERFLOW -> "the amount " + asked.amountMinor() + " would take a balance out of the 64-bit range";
            case REVERSED -> "the transaction was reversed before it arrived; it was not executed and never will be";
            case KEY_CONFLICT ->
                "the key was used before for a different transaction; a new transaction needs a new key";
            case KEY_EXPIRED ->
                "the key is unknown and not newer than keys that were already forgotten, so it may have been "
                        + "executed before";
            case KEY_AHEAD -> "the key's time is ahead of the bank's clock; correct the client's clock";
            case KEY_WITHOUT_TIME -> "the key carries no time; " + UUID_V7;
        };
    }

    /** Describes the refusal of a reversal. */
    public static String of(Refusal refusal, Reversal asked) {
        return switch (refusal) {
            case REVERSED -> "the original was reversed before by another reversal; nothing was posted";
            case KEY_CONFLICT ->
                "the reversal's key was used before for a different request, or the original's key for a different "
                        + "transaction than the reversal names";
            case KEY_EXPIRED ->
                "the reversal's key or the original's is unknown and not newer than keys that were already forgotten, "
                        + "so its outcome is not known";
            case KEY_AHEAD ->
                "the time of the reversal's key or of the original's is ahead of the bank's clock; correct the "
                        + "client's clock";
            case KEY_WITHOUT_TIME -> "the reversal's key or the original's carries no time; " + UUID_V7;
            case OVERFLOW ->
                "to take back the amount " + asked.original().amountMinor()
                        + " would take a balance out of the 64-bit range";
            case INSUFFICIENT_FUNDS, UNKNOWN_ACCOUNT, UNKNOWN_TARGET, UNKNOWN_TELLER ->
                of(refusal, asked.original(), 0);
        };
    }

    /** For a key under which no money transaction is executed. */
    public static String keyWithoutTime(UUID key) {
        return "the key is " + key + "; " + UUID_V7;
    }

    /** Describes why a transaction has no outcome; it may be one of a batch. */
    public static String of(Failure failure) {
        return switch (failure) {
            case NOT_EXECUTED ->
                "the bank is not serving now and nothing was executed; send the request again with the same key";
            case OUTCOME_UNKNOWN ->
                "the transaction may or may not have been executed; look up its key, or send it again with the same "
                        + "key";
            case LEDGER_DAMAGED ->
                "the ledger is missing a row that the transaction needs, so it was not executed; send it again with "
                        + "the same key "
                        + "once the bank's operator has repaired the ledger";
        };
    }

    /** For a balance or a statement whose row is missing in the ledger. */
    public static String of(MissingRows missing) {
        return String.valueOf(missing.getMessage());
    }

    /** The failure for an inquiry without an answer. */
    public static Failure failure(NoAnswer why) {
        return why == NoAnswer.LATE ? Failure.OUTCOME_UNKNOWN : Failure.NOT_EXECUTED;
    }

    public static String busy() {
        return "too many requests are waiting, or the journal is full; nothing was executed, send the request again "
                + "with the same key";
    }

    public static String tooManyReaders() {
        return "too many statements are being read; try again later";
    }

    public static String unavailable() {
        return "the bank is not serving now; try again later";
    }

    public static String unknown(BalanceKind kind, long id) {
        return "the bank has no " + kind + " " + id;
    }

    /**
     * For money that is to be moved at a teller of a branch that only regions use, or with an account that stands for
     * one.
     */
    public static String reserved() {
        return "the teller is in a branch that is reserved for other regions, or an account stands for another region, "
                + "and only that region uses it, for amounts of at most " + OutOfTown.AMOUNT_MINOR_MAX
                + " minor units; use a teller of another branch and accounts of customers. Nothing was executed";
    }

    /** For a call that is for another bank than the one that got it. */
    public static String anotherBank(UUID meant, UUID own) {
        return "the call is for bank " + meant + ", and this is bank " + own + "; nothing was executed";
    }

    /** For a call of a bank that is not one of this region's partners. */
    public static String noPartner(UUID caller) {
        return "the call is from bank " + caller
                + ", which is not the bank of any other region here; nothing was executed";
    }

    /** For money that is to be moved at a teller outside of the client's scope. */
    public static String outOfScope(long teller) {
        return "teller " + teller + " is not one of this client's; nothing was executed";
    }

    /** For the balance of a teller or a branch outside of the client's scope. */
    public static String outOfScope(BalanceKind kind, long id) {
        return kind + " " + id + " is not one of this client's";
    }

    public static String batchTooLarge(int size) {
        return "the batch has " + size + " transactions; the largest batch allowed has "
                + TransactionEngine.SUBMISSION_MAX;
    }

    /** A value as it was sent, shortened for a message. */
    public static String shown(String value) {
        return value.length() <= 40 ? value : value.substring(0, 40) + "...";
    }
}
