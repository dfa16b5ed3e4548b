package org.debitcredit.server.audit;

import java.net.InetAddress;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * An event of the audit log. It holds no token, no amount and no balance, and of what a client sent only numbers.
 *
 * @param action what was done or tried
 * @param isSuccess whether it was done
 * @param reason the stable code of a refusal; the setting of an acceptance
 * @param client name of the client
 * @param from address of the client
 * @param request the method and the path of the contract, or the gRPC method
 * @param teller the teller that the client may not use
 * @param position of the bank
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
        @Nullable Long position) {

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
        return line + "\n";
    }
}
