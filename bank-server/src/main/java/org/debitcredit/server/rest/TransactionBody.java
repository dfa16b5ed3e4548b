package org.debitcredit.server.rest;

import static org.debitcredit.server.rest.JsonBody.once;
import static org.debitcredit.server.rest.JsonBody.readLong;
import static org.debitcredit.server.rest.JsonBody.require;
import static org.debitcredit.server.rest.JsonBody.requireString;

import java.util.Locale;
import org.debitcredit.server.answer.Detail;
import org.debitcredit.server.answer.Malformed;
import org.debitcredit.transaction.Reference;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.transaction.TransactionType;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;

/** The fields of a money transaction, as {@link JsonBody} reads them. */
final class TransactionBody {

    private @Nullable TransactionType type;
    private @Nullable Long teller;
    private @Nullable Long account;
    private @Nullable Long target;
    private @Nullable Long amount;
    private @Nullable Reference reference;
    private @Nullable Integer region;
    private boolean filler;

    /**
     * A transaction as a client asks for it.
     *
     * @param region of the account; null for this one
     */
    record Requested(Transaction transaction, @Nullable Integer region) {}

    private TransactionBody() {}

    /** The transaction of a body; throws {@link Malformed}. */
    static Requested parse(byte[] body) {
        TransactionBody fields = new TransactionBody();
        JsonBody.read(body, fields::readField);
        return new Requested(fields.transaction(), fields.region);
    }

    /** The transaction that a field of a body holds; throws {@link Malformed}. */
    static Requested parse(String name, JsonParser json) {
        TransactionBody fields = new TransactionBody();
        JsonBody.readObject(name, json, fields::readField);
        return new Requested(fields.transaction(), fields.region);
    }

    private void readField(String name, JsonParser json) {
        switch (name) {
            case "type" -> type = once(name, type, readType(json));
            case "teller" -> teller = once(name, teller, readLong(name, json));
            case "account" -> account = once(name, account, readLong(name, json));
            case "target" -> target = once(name, target, readLong(name, json));
            case "amount" -> amount = once(name, amount, JsonBody.readMoney(name, json));
            case "reference" -> reference = once(name, reference, readReference(json));
            case "region" -> region = once(name, region, readRegion(json));
            case "filler" -> {
                once(name, filler ? name : null, name);
                requireString(name, json);
                filler = true;
            }
            default ->
                throw new Malformed("field '" + Detail.shown(name)
                        + "' is unknown; the fields are type, teller, account, target, amount, reference, "
                        + "region, filler");
        }
    }

    private static TransactionType readType(JsonParser json) {
        String name = requireString("type", json);
        return switch (name) {
            case "debit-credit" -> TransactionType.DEBIT_CREDIT;
            case "deposit" -> TransactionType.DEPOSIT;
            case "withdrawal" -> TransactionType.WITHDRAWAL;
            case "transfer" -> TransactionType.TRANSFER;
            default ->
                throw new Malformed("type is '" + Detail.shown(name)
                        + "'; it must be debit-credit, deposit, withdrawal or transfer");
        };
    }

    private static Integer readRegion(JsonParser json) {
        long number = readLong("region", json);
        if (number < 0 || number > Integer.MAX_VALUE) {
            throw new Malformed("region is " + number + "; it must be 0 or more");
        }
        return (int) number;
    }

    private static Reference readReference(JsonParser json) {
        try {
            return Reference.of(requireString("reference", json));
        } catch (IllegalArgumentException e) {
            throw new Malformed(String.valueOf(e.getMessage()));
        }
    }

    private Transaction transaction() {
        TransactionType isType = require("type", type);
        boolean transfer = isType == TransactionType.TRANSFER;
        if (transfer && region != null) {
            throw new Malformed("region is " + region + "; both accounts of a transfer must be in the teller's region");
        }
        if (!transfer && target != null) {
            throw new Malformed("target is " + target + "; a " + name(isType) + " has no target");
        }
        Transaction transaction = new Transaction(
                isType,
                require("teller", teller),
                require("account", account),
                transfer ? require("target", target) : Transaction.NO_TARGET,
                require("amount", amount),
                reference);
        String wrong = transaction.malformed();
        if (wrong != null) {
            throw new Malformed(wrong);
        }
        return transaction;
    }

    private static String name(TransactionType type) {
        return type.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
