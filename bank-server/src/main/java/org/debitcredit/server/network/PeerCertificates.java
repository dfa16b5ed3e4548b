package org.debitcredit.server.network;

import io.grpc.Attributes;
import io.grpc.Grpc;
import io.grpc.ServerCall;
import io.grpc.ServerTransportFilter;
import io.netty.channel.Channel;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.Attribute;
import io.netty.util.AttributeKey;
import java.util.Optional;
import javax.net.ssl.SSLSession;
import org.debitcredit.server.security.ClientCertificate;
import org.jspecify.annotations.Nullable;

/**
 * The certificates that clients showed in their TLS handshakes. Each is read once for its connection: there is no later
 * handshake.
 */
public final class PeerCertificates {

    private static final AttributeKey<Optional<ClientCertificate>> OF_CHANNEL =
            AttributeKey.valueOf(PeerCertificates.class, "certificate");

    private static final Attributes.Key<ClientCertificate> OF_TRANSPORT = Attributes.Key.create("certificate");

    private PeerCertificates() {}

    /** The certificate of an HTTP connection. To be used on its event loop, after the handshake. */
    public static @Nullable ClientCertificate of(Channel channel) {
        Attribute<Optional<ClientCertificate>> known = channel.attr(OF_CHANNEL);
        Optional<ClientCertificate> certificate = known.get();
        if (certificate == null) {
            SslHandler tls = channel.pipeline().get(SslHandler.class);
            certificate = tls == null
                    ? Optional.empty()
                    : Optional.ofNullable(ClientCertificate.of(tls.engine().getSession()));
            known.set(certificate);
        }
        return certificate.orElse(null);
    }

    /** The certificate of the connection of a gRPC call, if the server has the filter {@link #ofTransports}. */
    public static @Nullable ClientCertificate of(ServerCall<?, ?> call) {
        return call.getAttributes().get(OF_TRANSPORT);
    }

    /**
     * Reads the certificates of gRPC connections. One that is no longer trusted is taken for a certificate of nobody.
     */
    public static ServerTransportFilter ofTransports(GrpcTls tls) {
        return new ServerTransportFilter() {
            @Override
            public Attributes transportReady(Attributes transport) {
                SSLSession session = transport.get(Grpc.TRANSPORT_ATTR_SSL_SESSION);
                ClientCertificate shown = session == null ? null : ClientCertificate.of(session);
                if (session == null || shown == null) {
                    return transport;
                }
                ClientCertificate certificate = tls.isTrusted(session) ? shown : ClientCertificate.NOBODY;
                return transport.toBuilder().set(OF_TRANSPORT, certificate).build();
            }
        };
    }
}
