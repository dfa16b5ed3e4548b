package org.debitcredit.server.rest;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.debitcredit.transaction.Reference;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import tools.jackson.core.io.JsonStringEncoder;

/**
 * Writes the small JSON objects of answers, and pads them to a minimum size. Only {@link #withText} escapes its value.
 */
final class Body {

    private static final String FILLER_START = ",\"filler\":\"";
    private static final String FILLER_END = "\"}";

    private final StringBuilder text = new StringBuilder(200).append('{');

    Body with(String name, long value) {
        name(name).append(value);
        return this;
    }

    /** A number with a fraction, not in the scientific form; nothing for NaN. */
    Body with(String name, double value) {
        if (!Double.isNaN(value)) {
            name(name).append(BigDecimal.valueOf(value).toPlainString());
        }
        return this;
    }

    Body with(String name, boolean value) {
        name(name).append(value);
        return this;
    }

    /** An integer of any size. */
    Body with(String name, java.math.BigInteger value) {
        name(name).append(value);
        return this;
    }

    Body with(String name, Body object) {
        name(name).append(object.text).append('}');
        return this;
    }

    /** A list of objects. */
    Body with(String name, List<Body> objects) {
        name(name).append('[');
        for (int i = 0; i < objects.size(); i++) {
            text.append(i == 0 ? "" : ",").append(objects.get(i).text).append('}');
        }
        text.append(']');
        return this;
    }

    /** A value without anything that JSON escapes. */
    Body with(String name, String plain) {
        name(name).append('"').append(plain).append('"');
        return this;
    }

    /** Any text, such as the name of a client, escaped; nothing for null. */
    Body withText(String name, @Nullable String text) {
        if (text != null) {
            name(name)
                    .append('"')
                    .append(JsonStringEncoder.getInstance().quoteAsCharArray(text))
                    .append('"');
        }
        return this;
    }

    /** A client's own text; nothing for null. */
    Body withReference(@Nullable Reference reference) {
        return withText("reference", reference == null ? null : reference.text());
    }

    /** When something was decided, microseconds since 1970 UTC. */
    Body withTime(long micros) {
        TimeText.append(micros, name("time").append('"')).append('"');
        return this;
    }

    private StringBuilder name(String name) {
        if (text.length() > 1) {
            text.append(',');
        }
        return text.append('"').append(name).append("\":");
    }

    /** The successful response with this body. */
    static ResponseEntity<byte[]> ok(byte[] json) {
        return ResponseEntity.ok().contentType(MediaType.APPLICATION_JSON).body(json);
    }

    /** The response to what is done here and not yet elsewhere. */
    static ResponseEntity<byte[]> accepted(byte[] json) {
        return ResponseEntity.accepted().contentType(MediaType.APPLICATION_JSON).body(json);
    }

    byte[] bytes() {
        return text.append('}').toString().getBytes(StandardCharsets.UTF_8);
    }

    /** The object, with a filler if it would be smaller than the given size. */
    byte[] bytesAtLeast(int bytesMin) {
        if (text.length() + 1 >= bytesMin) {
            return bytes();
        }
        text.append(FILLER_START);
        int fillers = bytesMin - text.length() - FILLER_END.length();
        text.append(" ".repeat(Math.max(0, fillers))).append(FILLER_END);
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }
}
