package org.debitcredit.server.answer;

import io.grpc.Status;
import java.util.Arrays;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.debitcredit.transaction.Failure;
import org.debitcredit.transaction.Refusal;

/**
 * The reasons why a request is not executed, with their stable names and their status in REST and gRPC. HTTP
 * connections have one more, {@code misdirected}: see {@code RequestRules}.
 */
public enum Reason {
    MALFORMED("malformed", 400, Status.Code.INVALID_ARGUMENT, "Malformed request"),
    MISSING_KEY("missing-key", 400, Status.Code.INVALID_ARGUMENT, "Idempotency-Key is missing"),
    MALFORMED_KEY("malformed-key", 400, Status.Code.INVALID_ARGUMENT, "Malformed key"),
    KEY_WITHOUT_TIME("key-without-time", 400, Status.Code.INVALID_ARGUMENT, "Key without a time"),
    UNAUTHENTICATED("unauthenticated", 401, Status.Code.UNAUTHENTICATED, "No valid token"),
    FORBIDDEN("forbidden", 403, Status.Code.PERMISSION_DENIED, "Not allowed"),
    OUT_OF_SCOPE("out-of-scope", 403, Status.Code.PERMISSION_DENIED, "Out of scope"),
    NOT_FOUND("not-found", 404, Status.Code.NOT_FOUND, "No such resource"),
    METHOD_NOT_ALLOWED("method-not-allowed", 405, Status.Code.UNIMPLEMENTED, "Method not allowed"),
    NOT_ACCEPTABLE("not-acceptable", 406, Status.Code.INVALID_ARGUMENT, "Not acceptable"),
    TOO_LARGE("too-large", 413, Status.Code.INVALID_ARGUMENT, "Too large"),
    UNSUPPORTED_MEDIA_TYPE("unsupported-media-type", 415, Status.Code.INVALID_ARGUMENT, "Unsupported media type"),
    INTERNAL("internal", 500, Status.Code.INTERNAL, "Internal error"),
    NO_HISTORY("no-history", 501, Status.Code.UNIMPLEMENTED, "No history is kept"),
    BUSY("busy", 503, Status.Code.RESOURCE_EXHAUSTED, "The bank is busy"),

    INSUFFICIENT_FUNDS("insufficient-funds", 422, Status.Code.FAILED_PRECONDITION, "Insufficient funds"),
    UNKNOWN_ACCOUNT("unknown-account", 404, Status.Code.NOT_FOUND, "Unknown account"),
    UNKNOWN_TARGET("unknown-target", 404, Status.Code.NOT_FOUND, "Unknown target account"),
    UNKNOWN_TELLER("unknown-teller", 404, Status.Code.NOT_FOUND, "Unknown teller"),
    UNKNOWN_REGION("unknown-region", 404, Status.Code.NOT_FOUND, "Unknown region"),
    UNKNOWN_BRANCH("unknown-branch", 404, Status.Code.NOT_FOUND, "Unknown branch"),
    OVERFLOW("overflow", 422, Status.Code.OUT_OF_RANGE, "Balance out of range"),
    REVERSED("reversed", 422, Status.Code.FAILED_PRECONDITION, "Reversed before"),
    KEY_CONFLICT("key-conflict", 422, Status.Code.ALREADY_EXISTS, "Key used for a different transaction"),
    KEY_EXPIRED("key-expired", 422, Status.Code.FAILED_PRECONDITION, "Key expired"),
    KEY_AHEAD("key-ahead", 400, Status.Code.INVALID_ARGUMENT, "Key ahead of time"),

    ANOTHER_BANK("another-bank", 421, Status.Code.FAILED_PRECONDITION, "Another bank"),

    CURSOR_OF_ANOTHER_BANK("cursor-of-another-bank", 422, Status.Code.FAILED_PRECONDITION, "Cursor of another bank"),
    CURSOR_UNKNOWN("cursor-unknown", 422, Status.Code.FAILED_PRECONDITION, "Unknown cursor"),
    CURSOR_EXPIRED("cursor-expired", 410, Status.Code.OUT_OF_RANGE, "Cursor expired"),
    CURSOR_DISCARDED("cursor-discarded", 422, Status.Code.FAILED_PRECONDITION, "Cursor discarded"),

    NOT_EXECUTED("not-executed", 503, Status.Code.UNAVAILABLE, "Not executed"),
    REGION_AWAY("region-away", 503, Status.Code.UNAVAILABLE, "The account's region does not answer"),
    OUTCOME_UNKNOWN("outcome-unknown", 504, Status.Code.UNKNOWN, "Outcome unknown"),
    LEDGER_DAMAGED("ledger-damaged", 500, Status.Code.DATA_LOSS, "The ledger is damaged");

    private static final Map<String, Reason> BY_ID =
            Arrays.stream(values()).collect(Collectors.toUnmodifiableMap(Reason::id, Function.identity()));

    private final String id;
    private final int httpStatus;
    private final Status.Code grpcCode;
    private final String title;

    Reason(String id, int httpStatus, Status.Code grpcCode, String title) {
        this.id = id;
        this.httpStatus = httpStatus;
        this.grpcCode = grpcCode;
        this.title = title;
    }

    public static Reason of(Refusal refusal) {
        return byId(refusal.id());
    }

    public static Reason of(Failure failure) {
        return byId(failure.id());
    }

    private static Reason byId(String id) {
        Reason reason = BY_ID.get(id);
        if (reason == null) {
            throw new IllegalArgumentException("reason '" + id + "' has no status");
        }
        return reason;
    }

    /** The stable name. */
    public String id() {
        return id;
    }

    public int httpStatus() {
        return httpStatus;
    }

    public Status.Code grpcCode() {
        return grpcCode;
    }

    /** A title for people, the same for every occurrence. */
    public String title() {
        return title;
    }
}
