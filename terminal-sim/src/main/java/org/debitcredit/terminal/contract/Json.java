package org.debitcredit.terminal.contract;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.math.BigInteger;
import org.debitcredit.terminal.console.RunFailure;

/** Reads and makes the project's small JSON objects. */
public final class Json {

    private static final ObjectMapper MAPPER =
            new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    private Json() {}

    public static ObjectNode object() {
        return MAPPER.createObjectNode();
    }

    /** Parses bytes that must be one JSON value and nothing else; a missing node if they are not. */
    public static JsonNode read(byte[] bytes) {
        try {
            return MAPPER.readTree(bytes);
        } catch (IOException notJson) {
            return MissingNode.getInstance();
        }
    }

    /** A field that must be an integer of 64 bits. */
    public static long number(JsonNode json, String field) {
        JsonNode value = integral(json, field);
        if (!value.canConvertToLong()) {
            throw new RunFailure("the server's answer has an integer '" + field + "' of more than 64 bits: " + json);
        }
        return value.longValue();
    }

    /** A field that must be an integer: a sum of amounts can have more than 64 bits. */
    public static BigInteger sum(JsonNode json, String field) {
        return integral(json, field).bigIntegerValue();
    }

    private static JsonNode integral(JsonNode json, String field) {
        JsonNode value = json.path(field);
        if (!value.isIntegralNumber()) {
            throw new RunFailure("the server's answer has no integer '" + field + "': " + json);
        }
        return value;
    }

    /** A field that must be an integer of 32 bits. */
    public static int integer(JsonNode json, String field) {
        return Math.toIntExact(number(json, field));
    }
}
