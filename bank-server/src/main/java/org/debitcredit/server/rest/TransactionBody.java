package org.debitcredit.server.rest;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.debitcredit.server.answer.Detail;
import org.debitcredit.server.answer.Malformed;
import org.debitcredit.transaction.Reference;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.transaction.TransactionType;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.json.JsonFactory;

/** Reads the body of a money transaction strictly: everything that deviates from the contract is refused by name. */
final class TransactionBody {

    private static final JsonFactory JSON = new JsonFactory();

    private @Nullable TransactionType type;
    private @Nullable Long teller;
    private @Nullable Long account;
    private @Nullable Long target;
    private @Nullable Long amount;
    private @Nullable Reference reference;
    private boolean filler;

    private TransactionBody() {}

    /** The transaction of a body; throws {@link Malformed}. */
    static Transaction parse(byte[] body) {
        TransactionBody fields = new TransactionBody();
        try (JsonParser json = JSON.createParser(ObjectReadContext.empty(), text(body))) {
            fields.read(json);
        } catch (JacksonException e) {
            throw notJson(e.getLocation());
        }
        return fields.transaction();
    }

    /**
     * JSON that is exchanged is UTF-8, without a byte order mark (RFC 8259, 8.1): a parser would guess other encodings.
     */
    private static String text(byte[] body) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(body))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new Malformed("the body is not valid UTF-8");
        }
    }

    private void read(JsonParser json) {
        if (json.nextToken() != JsonToken.START_OBJECT) {
            throw new Malformed("the body must be one JSON object");
        }
        while (json.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = json.currentName();
            json.nextToken();
            readField(name, json);
        }
        if (json.nextToken() != null) {
            throw new Malformed("the JSON object is followed by more text; the body must be one JSON object");
        }
    }

    private void readField(String name, JsonParser json) {
        switch (name) {
            case "type" -> type = once(name, type, readType(json));
            case "teller" -> teller = once(name, teller, readLong(name, json));
            case "account" -> account = once(name, account, readLong(name, json));
            case "target" -> target = once(name, target, readLong(name, json));
            case "amount" -> amount = once(name, amount, readLong(name, json));
            case "reference" -> reference = once(name, reference, readReference(json));
            case "filler" -> {
                once(name, filler ? name : null, name);
                requireString(name, json);
                filler = true;
            }
            default ->
                throw new Malformed("field '" + Detail.shown(name)
                        + "' is unknown; the fields are type, teller, account, target, amount, reference, filler");
        }
    }

    private static <T> T once(String name, @Nullable T before, T value) {
        if (before != null) {
            throw new Malformed("field " + name + " is given twice");
        }
        return value;
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

    private static Reference readReference(JsonParser json) {
        try {
            return Reference.of(requireString("reference", json));
        } catch (IllegalArgumentException e) {
            throw new Malformed(String.valueOf(e.getMessage()));
        }
    }

    private static String requireString(String name, JsonParser json) {
        if (json.currentToken() != JsonToken.VALUE_STRING) {
            throw new Malformed(name + " is " + shown(json) + "; it must be a string");
        }
        return json.getString();
    }

    private static Long readLong(String name, JsonParser json) {
        boolean integer = json.currentToken() == JsonToken.VALUE_NUMBER_INT;
        if (!integer || json.getNumberType() == JsonParser.NumberType.BIG_INTEGER) {
            throw new Malformed(name + " is " + shown(json) + "; it must be a 64-bit integer"
                    + (name.equals("amount") ? ", in minor units" : "") + ", without fraction, exponent or quotes");
        }
        return json.getLongValue();
    }

    private static String shown(JsonParser json) {
        return switch (json.currentToken()) {
            case VALUE_STRING -> "the string '" + Detail.shown(json.getString()) + "'";
            case START_OBJECT -> "an object";
            case START_ARRAY -> "an array";
            default -> Detail.shown(json.getString());
        };
    }

    private static Malformed notJson(@Nullable TokenStreamLocation at) {
        return new Malformed("the body is not valid JSON"
                + (at == null ? "" : ", at line " + at.getLineNr() + ", column " + at.getColumnNr()));
    }

    private Transaction transaction() {
        TransactionType isType = require("type", type);
        boolean transfer = isType == TransactionType.TRANSFER;
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

    private static <T> T require(String name, @Nullable T value) {
        if (value == null) {
            throw new Malformed("field " + name + " is missing");
        }
        return value;
    }

    private static String name(TransactionType type) {
        return type.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
