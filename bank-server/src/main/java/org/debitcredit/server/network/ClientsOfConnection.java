package org.debitcredit.server.network;

import io.grpc.Attributes;
import io.grpc.ServerCall;
import io.grpc.ServerTransportFilter;
import io.netty.channel.Channel;
import io.netty.util.Attribute;
import io.netty.util.AttributeKey;
import java.util.HashMap;
import java.util.Map;
import org.debitcredit.server.security.ClientUse;
import org.jspecify.annotations.Nullable;

/**
 * The clients with limits whose requests came over one connection, which counts for each of them until it is closed. A
 * proxy's connection carries requests of several clients. For use by all threads.
 */
public final class ClientsOfConnection {

    private static final AttributeKey<ClientsOfConnection> OF_CHANNEL =
            AttributeKey.valueOf(ClientsOfConnection.class, "clients");

    private static final Attributes.Key<ClientsOfConnection> OF_TRANSPORT = Attributes.Key.create("clients");

    private final Map<ClientUse, ClientUse.Place> places = new HashMap<>();
    private boolean isClosed;

    private ClientsOfConnection() {}

    /** The clients of an HTTP connection. To be used on its event loop. */
    public static ClientsOfConnection of(Channel channel) {
        Attribute<ClientsOfConnection> known = channel.attr(OF_CHANNEL);
        ClientsOfConnection clients = known.get();
        if (clients == null) {
            clients = new ClientsOfConnection();
            known.set(clients);
            channel.closeFuture().addListener(closed -> of(channel).close());
        }
        return clients;
    }

    /** The clients of the connection of a gRPC call, if its server has the filter {@link #ofTransports}. */
    public static @Nullable ClientsOfConnection of(ServerCall<?, ?> call) {
        return call.getAttributes().get(OF_TRANSPORT);
    }

    /** Keeps the clients of each gRPC connection. */
    public static ServerTransportFilter ofTransports() {
        return new ServerTransportFilter() {
            @Override
            public Attributes transportReady(Attributes transport) {
                return transport.toBuilder()
                        .set(OF_TRANSPORT, new ClientsOfConnection())
                        .build();
            }

            @Override
            public void transportTerminated(@Nullable Attributes transport) {
                ClientsOfConnection clients = transport == null ? null : transport.get(OF_TRANSPORT);
                if (clients != null) {
                    clients.close();
                }
            }
        };
    }

    /** Takes a place for a request of a client, and for this connection with its first one. */
    public ClientUse.Admission take(ClientUse client, ClientUse.Kind kind) {
        return connect(client) instanceof ClientUse.Refused refused ? refused : client.take(kind);
    }

    private synchronized ClientUse.@Nullable Admission connect(ClientUse client) {
        ClientUse.Admission known = places.get(client);
        if (known != null || isClosed) {
            return known;
        }
        ClientUse.Admission connection = client.take(ClientUse.Kind.CONNECTIONS);
        if (connection instanceof ClientUse.Place place) {
            places.put(client, place);
        }
        return connection;
    }

    private synchronized void close() {
        isClosed = true;
        places.values().forEach(ClientUse.Place::giveBack);
        places.clear();
    }
}
