package org.debitcredit.server.trace;

import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/**
 * The id of a request, and of the trace that it belongs to. A client may give the id; otherwise one is made when it is
 * first asked for. Safe for use by several threads.
 */
public final class RequestTrace {

    /** The header, and in lower case the gRPC metadata, that carries the id. */
    public static final String ID_HEADER = "X-Request-Id";

    /** The header, and the gRPC metadata, of W3C Trace Context. */
    public static final String TRACEPARENT_HEADER = "traceparent";

    /** What a request is called in structured logs: the names of the Elastic Common Schema. */
    private static final String ID_FIELD = "http.request.id";

    private static final String TRACE_FIELD = "trace.id";

    private static final Logger LOG = LoggerFactory.getLogger("bank.requests");

    private static final int ID_LENGTH_MAX = 128;
    private static final String FIRST_VERSION = "00";
    private static final int VERSION_END = 2;
    private static final int TRACE_BEGIN = 3;
    private static final int TRACE_END = 35;
    private static final int PARENT_BEGIN = 36;
    private static final int PARENT_END = 52;
    private static final int FLAGS_BEGIN = 53;
    private static final int LENGTH = 55;

    private final boolean isGiven;
    private final @Nullable String traceparent;
    private final @Nullable String traceId;
    private @Nullable String id;

    private RequestTrace(@Nullable String givenId, @Nullable String traceparent) {
        this.isGiven = givenId != null;
        this.id = givenId;
        this.traceparent = traceparent;
        this.traceId = traceparent == null ? null : traceparent.substring(TRACE_BEGIN, TRACE_END);
    }

    /**
     * The trace of a request; null if the client sent neither a sound id nor a sound trace context. Then {@link #made}
     * makes one, if it is needed.
     *
     * @param id the header {@link #ID_HEADER}
     * @param traceparent the header {@link #TRACEPARENT_HEADER}
     */
    public static @Nullable RequestTrace of(@Nullable String id, @Nullable String traceparent) {
        if (id == null && traceparent == null) {
            return null;
        }
        String givenId = id != null && isSoundId(id) ? id : null;
        String context = traceparent == null ? null : sound(traceparent);
        return givenId == null && context == null ? null : new RequestTrace(givenId, context);
    }

    /** The trace of a request whose client sent none. */
    public static RequestTrace made() {
        return new RequestTrace(null, null);
    }

    /** Whether the client gave the id. */
    public boolean isGiven() {
        return isGiven;
    }

    /** 1 to 128 letters, digits and {@code - . _ : = + /}, or 32 hexadecimal digits if it is made here. */
    public synchronized String id() {
        String known = id;
        if (known == null) {
            ThreadLocalRandom random = ThreadLocalRandom.current();
            HexFormat hex = HexFormat.of();
            known = hex.toHexDigits(random.nextLong()) + hex.toHexDigits(random.nextLong());
            id = known;
        }
        return known;
    }

    /**
     * The trace context that the client sent, in the first version of its form, which has 55 characters; null if it
     * sent none. It is given back with the answer.
     */
    public @Nullable String traceparent() {
        return traceparent;
    }

    /** 32 hexadecimal digits; null if the request belongs to no trace. */
    public @Nullable String traceId() {
        return traceId;
    }

    /** Writes a line to the log that has the ids of this request. */
    public void log(Runnable line) {
        MDC.put(ID_FIELD, id());
        if (traceId != null) {
            MDC.put(TRACE_FIELD, traceId);
        }
        try {
            line.run();
        } finally {
            MDC.remove(ID_FIELD);
            MDC.remove(TRACE_FIELD);
        }
    }

    /**
     * Logs at level debug that a request was answered, and not with success.
     *
     * @param request its method, without what only this client chose
     * @param outcome its status
     */
    public void logAnswer(String request, Object outcome) {
        if (LOG.isDebugEnabled()) {
            log(() -> LOG.debug("{} was answered with {}", request, outcome));
        }
    }

    private static boolean isSoundId(String id) {
        if (id.isEmpty() || id.length() > ID_LENGTH_MAX) {
            return false;
        }
        for (int at = 0; at < id.length(); at++) {
            char letter = id.charAt(at);
            boolean isSound = letter >= 'a' && letter <= 'z'
                    || letter >= 'A' && letter <= 'Z'
                    || letter >= '0' && letter <= '9'
                    || "-._:=+/".indexOf(letter) >= 0;
            if (!isSound) {
                return false;
            }
        }
        return true;
    }

    /**
     * A trace context: {@code version-traceid-parentid-flags}, in lower case, neither id all zero; null if it is not
     * sound. A version after 00 may have more after the flags, which is left out; version ff is invalid.
     */
    private static @Nullable String sound(String traceparent) {
        int length = traceparent.length();
        boolean isFirstVersion = traceparent.startsWith(FIRST_VERSION);
        boolean isSound = length >= LENGTH
                && (length == LENGTH || !isFirstVersion && traceparent.charAt(LENGTH) == '-')
                && isHex(traceparent, 0, VERSION_END)
                && !traceparent.startsWith("ff")
                && traceparent.charAt(VERSION_END) == '-'
                && isHex(traceparent, TRACE_BEGIN, TRACE_END)
                && traceparent.charAt(TRACE_END) == '-'
                && isHex(traceparent, PARENT_BEGIN, PARENT_END)
                && traceparent.charAt(PARENT_END) == '-'
                && isHex(traceparent, FLAGS_BEGIN, LENGTH)
                && !isZero(traceparent, TRACE_BEGIN, TRACE_END)
                && !isZero(traceparent, PARENT_BEGIN, PARENT_END);
        if (!isSound) {
            return null;
        }
        return isFirstVersion ? traceparent : FIRST_VERSION + traceparent.substring(VERSION_END, LENGTH);
    }

    private static boolean isHex(String text, int from, int to) {
        for (int at = from; at < to; at++) {
            char letter = text.charAt(at);
            if ((letter < '0' || letter > '9') && (letter < 'a' || letter > 'f')) {
                return false;
            }
        }
        return true;
    }

    private static boolean isZero(String text, int from, int to) {
        for (int at = from; at < to; at++) {
            if (text.charAt(at) != '0') {
                return false;
            }
        }
        return true;
    }
}
