package org.debitcredit.server.grpc;

import com.google.protobuf.Any;
import com.google.protobuf.Duration;
import com.google.rpc.BadRequest;
import com.google.rpc.ErrorInfo;
import com.google.rpc.RetryInfo;
import com.google.rpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import java.util.HashMap;
import java.util.Map;
import org.debitcredit.follow.CursorRefused;
import org.debitcredit.server.answer.Detail;
import org.debitcredit.server.answer.Malformed;
import org.debitcredit.server.answer.Reason;
import org.debitcredit.server.region.OutOfTownReply;
import org.debitcredit.transaction.Failure;
import org.debitcredit.transaction.LogPosition;
import org.debitcredit.transaction.Outcome;
import org.debitcredit.transaction.Refusal;

/** Makes the rich errors of gRPC: a google.rpc.Status whose ErrorInfo names the stable reason. */
public final class GrpcProblem {

    static final int RETRY_AFTER_MILLIS = 100;

    private static final String DOMAIN = "debitcredit.org";

    private GrpcProblem() {}

    /** An error without further details. */
    public static StatusRuntimeException of(Reason reason, String detail) {
        return of(reason, detail, Map.of());
    }

    /** The end of an ordered stream whose batch is refused as a whole. */
    static StatusRuntimeException of(Reason reason, String detail, long batchId) {
        return of(reason, detail, of(batchId));
    }

    private static StatusRuntimeException of(Reason reason, String detail, Map<String, String> metadata, Any... more) {
        Status.Builder status = Status.newBuilder()
                .setCode(reason.grpcCode().value())
                .setMessage(detail)
                .addDetails(Any.pack(ErrorInfo.newBuilder()
                        .setReason(reason.id())
                        .setDomain(DOMAIN)
                        .putAllMetadata(metadata)
                        .build()));
        for (Any another : more) {
            status.addDetails(another);
        }
        return StatusProto.toStatusRuntimeException(status.build());
    }

    static StatusRuntimeException malformed(Malformed malformed) {
        return malformed(malformed, Map.of());
    }

    /** The end of an ordered stream whose batch is malformed. */
    static StatusRuntimeException malformed(Malformed malformed, long batchId) {
        return malformed(malformed, of(batchId));
    }

    private static StatusRuntimeException malformed(Malformed malformed, Map<String, String> metadata) {
        BadRequest badRequest = BadRequest.newBuilder()
                .addFieldViolations(BadRequest.FieldViolation.newBuilder().setDescription(malformed.detail()))
                .build();
        return of(malformed.reason(), malformed.detail(), metadata, Any.pack(badRequest));
    }

    static StatusRuntimeException refused(Outcome.Refused refused, long timeMicros, String detail) {
        Refusal refusal = refused.reason();
        Map<String, String> metadata = new HashMap<>();
        if (refusal.business()) {
            metadata.put("position", Long.toString(refused.position()));
            metadata.put("time_micros", Long.toString(timeMicros));
        }
        if (refusal == Refusal.INSUFFICIENT_FUNDS) {
            metadata.put("balance", Long.toString(refused.balanceMinor()));
        }
        return of(Reason.of(refusal), detail, metadata);
    }

    /** The end of a follower's stream whose cursor is refused. */
    static StatusRuntimeException refused(CursorRefused refused) {
        Reason reason = switch (refused.reason()) {
            case OF_ANOTHER_BANK -> Reason.CURSOR_OF_ANOTHER_BANK;
            case UNKNOWN -> Reason.CURSOR_UNKNOWN;
            case EXPIRED -> Reason.CURSOR_EXPIRED;
            case DISCARDED -> Reason.CURSOR_DISCARDED;
        };
        LogPosition from = refused.from();
        Map<String, String> metadata =
                from == null ? Map.of() : Map.of("cursor", from.text(), "position", Long.toString(from.position() + 1));
        return of(reason, String.valueOf(refused.getMessage()), metadata);
    }

    static StatusRuntimeException of(OutOfTownReply.Refused refused) {
        if (refused.reason() == Reason.BUSY) {
            return busy();
        }
        Long balanceMinor = refused.balanceMinor();
        return of(
                refused.reason(),
                refused.detail(),
                balanceMinor == null ? Map.of() : Map.of("balance", Long.toString(balanceMinor)));
    }

    static StatusRuntimeException failed(Failure failure) {
        return of(Reason.of(failure), Detail.of(failure));
    }

    static StatusRuntimeException unavailable() {
        return of(Reason.NOT_EXECUTED, Detail.unavailable());
    }

    /** The end of an ordered stream whose batch comes while the bank opens, closes or is stopped. */
    static StatusRuntimeException unavailable(long batchId) {
        return of(Reason.NOT_EXECUTED, Detail.unavailable(), of(batchId));
    }

    static StatusRuntimeException busy() {
        return busy(Map.of());
    }

    /** The end of an ordered stream whose batch was refused as busy. */
    static StatusRuntimeException busy(long batchId) {
        return busy(of(batchId));
    }

    /** The answer to a client that has reached one of its limits. */
    static StatusRuntimeException limited(String detail) {
        return busy(detail, Map.of());
    }

    private static StatusRuntimeException busy(Map<String, String> metadata) {
        return busy(Detail.busy(), metadata);
    }

    private static StatusRuntimeException busy(String detail, Map<String, String> metadata) {
        RetryInfo retry = RetryInfo.newBuilder()
                .setRetryDelay(Duration.newBuilder().setNanos(RETRY_AFTER_MILLIS * 1_000_000))
                .build();
        return of(Reason.BUSY, detail, metadata, Any.pack(retry));
    }

    private static Map<String, String> of(long batchId) {
        return Map.of("batch_id", Long.toString(batchId));
    }
}
