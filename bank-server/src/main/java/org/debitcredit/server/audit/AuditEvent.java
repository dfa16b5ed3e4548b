package org.debitcredit.server.audit;

import java.net.InetAddress;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * An event of the audit log. It holds no token, no amount and no balance, and of what a client sent only the number of
 * a teller and the ids of its request.
 *
 * @param action what was done or tried
 * @param isSuccess whether it was done
 * @param reason the stable code of a refusal; the setting of an acceptance
 * @param client name of the client
 * @param from address of the client
 * @param request the method and the path of the contract, or the gRPC method
 * @param teller the teller that the client may not use
 * @param position of the bank
 * @param requestId of the request that was refused
 * @param traceId of the trace that it belongs to
 */
record AuditEvent(
        Instant time,
        String action,
        boolean isSuccess,
        @Nullable String reason,
        @Nullable String client,
        @Nullable InetAddress from,
        @Nullable String request,
        @Nullable Long teller,
        @Nullable Long position,
        @Nullable String requestId,
        @Nullable String traceId) {

    /** One line of JSON, whose names are those of the Elastic Common Schema where it has one. */
    String line() {
        ObjectNode line = JsonMapper.shared()
                .createObjectNode()
                .put("@timestamp", time.toString())
                .put("event.kind", "event")
                .put("event.action", action)
                .put("event.outcome", isSuccess ? "success" : "failure");
        if (reason != null) {
            line.put("event.reason", reason);
        }
        if (client != null) {
            line.put("user.name", client);
        }
        if (from != null) {
            line.put("source.ip", from.getHostAddress());
        }
        if (request != null) {
            line.put("bank.request", request);
        }
        if (teller != null) {
            line.put("bank.teller", teller);
        }
        if (position != null) {
            line.put("bank.position", position);
        }
        if (requestId != null) {
            line.put("http.request.id", requestId);
        }
        if (traceId != null) {
            line.put("trace.id", traceId);
        }
        return line + "\n";
    }
}
