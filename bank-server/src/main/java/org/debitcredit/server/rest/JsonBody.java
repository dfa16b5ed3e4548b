package org.debitcredit.server.rest;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.function.BiConsumer;
import org.debitcredit.server.answer.Detail;
import org.debitcredit.server.answer.Malformed;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.json.JsonFactory;

/** Reads JSON objects strictly: everything that deviates from the contract is refused by name. */
final class JsonBody {

    private static final JsonFactory JSON = new JsonFactory();

    /** Stands for bytes that are not valid. */
    private static final char REPLACEMENT = '\uFFFD';

    private JsonBody() {}

    /**
     * Reads a body that is one object; throws {@link Malformed}.
     *
     * @param field takes the name of each field, and the parser at its value
     */
    static void read(byte[] body, BiConsumer<String, JsonParser> field) {
        try (JsonParser json = JSON.createParser(ObjectReadContext.empty(), text(body))) {
            if (json.nextToken() != JsonToken.START_OBJECT) {
                throw new Malformed("the body must be one JSON object");
            }
            readFields(json, field);
            if (json.nextToken() != null) {
                throw new Malformed("the JSON object is followed by more text; the body must be one JSON object");
            }
        } catch (JacksonException e) {
            throw notJson(e.getLocation());
        }
    }

    /** Reads a field that is an object. */
    static void readObject(String name, JsonParser json, BiConsumer<String, JsonParser> field) {
        if (json.currentToken() != JsonToken.START_OBJECT) {
            throw new Malformed(name + " is " + shown(json) + "; it must be an object");
        }
        readFields(json, field);
    }

    private static void readFields(JsonParser json, BiConsumer<String, JsonParser> field) {
        while (json.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = json.currentName();
            json.nextToken();
            field.accept(name, json);
        }
    }

    /**
     * JSON that is exchanged is UTF-8, without a byte order mark (RFC 8259, 8.1): a parser would guess other encodings.
     */
    private static String text(byte[] body) {
        String text = new String(body, StandardCharsets.UTF_8);
        return text.indexOf(REPLACEMENT) < 0 ? text : strict(body);
    }

    /** The text of bytes that may be invalid, or may hold a replacement character. */
    private static String strict(byte[] body) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(body))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new Malformed("the body is not valid UTF-8");
        }
    }

    static <T> T once(String name, @Nullable T before, T value) {
        if (before != null) {
            throw new Malformed("field " + name + " is given twice");
        }
        return value;
    }

    static <T> T require(String name, @Nullable T value) {
        if (value == null) {
            throw new Malformed("field " + name + " is missing");
        }
        return value;
    }

    static String requireString(String name, JsonParser json) {
        if (json.currentToken() != JsonToken.VALUE_STRING) {
            throw new Malformed(name + " is " + shown(json) + "; it must be a string");
        }
        return json.getString();
    }

    /** A 64-bit integer. */
    static Long readLong(String name, JsonParser json) {
        return readLong(name, json, "");
    }

    /** An amount of money. */
    static Long readMoney(String name, JsonParser json) {
        return readLong(name, json, ", in minor units");
    }

    private static Long readLong(String name, JsonParser json, String unit) {
        boolean integer = json.currentToken() == JsonToken.VALUE_NUMBER_INT;
        if (!integer || json.getNumberType() == JsonParser.NumberType.BIG_INTEGER) {
            throw new Malformed(name + " is " + shown(json) + "; it must be a 64-bit integer" + unit
                    + ", without fraction, exponent or quotes");
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
}
