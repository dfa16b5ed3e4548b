package org.debitcredit.server.settings;

import java.net.InetAddress;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The limits of connections, {@code bank.network.*}.
 *
 * @param connectionsMax open connections of both transports together; where absent, as many as the process's file
 *     descriptors and its heap leave room for
 * @param connectionsPerAddressMax of those from one address; half of them where absent
 * @param proxies addresses that stand for many clients: they have no limit per address, and their connections are not
 *     replaced
 * @param hosts names, besides the server's own, that a request's {@code Host} may have
 * @param handshakeMax from the connection to the end of the TLS or HTTP/2 handshake
 * @param requestMax from the first byte of an HTTP request or of a gRPC message to its last
 * @param idleMax without a request, before the connection is closed
 * @param sendMax for which a client may leave an answer unread
 */
public record NetworkProperties(
        @Nullable Integer connectionsMax,
        @Nullable Integer connectionsPerAddressMax,
        @DefaultValue Set<InetAddress> proxies,
        @DefaultValue Set<String> hosts,
        @DefaultValue("10s") Duration handshakeMax,
        @DefaultValue("30s") Duration requestMax,
        @DefaultValue("5m") Duration idleMax,
        @DefaultValue("30s") Duration sendMax) {

    public NetworkProperties {
        if (connectionsMax != null) {
            Limit.CONNECTIONS_MAX.require(connectionsMax);
        }
        if (connectionsPerAddressMax != null) {
            Limit.CONNECTIONS_PER_ADDRESS_MAX.require(connectionsPerAddressMax);
        }
        Limit.HANDSHAKE_MAX.require(handshakeMax);
        Limit.REQUEST_MAX.require(requestMax);
        Limit.IDLE_MAX.require(idleMax);
        Limit.SEND_MAX.require(sendMax);
    }
}
