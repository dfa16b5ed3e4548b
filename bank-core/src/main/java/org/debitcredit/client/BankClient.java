package org.debitcredit.client;

import io.grpc.Channel;
import io.grpc.ClientInterceptors;
import io.grpc.ManagedChannel;
import io.grpc.ManagedChannelBuilder;
import io.grpc.Metadata;
import io.grpc.stub.MetadataUtils;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.debitcredit.transaction.Outcome;
import org.debitcredit.transaction.Requests;
import org.debitcredit.wire.v1.BankServiceGrpc;
import org.jspecify.annotations.Nullable;

/**
 * A connection to a bank with one stream of batches. Many batches may be in flight; their answers come in order. A
 * broken stream fails every batch in flight, and the client is then closed and made anew. Safe for use by several
 * threads.
 */
public final class BankClient implements AutoCloseable {

    private static final Metadata.Key<String> AUTHORIZATION =
            Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);
    private static final long CLOSE_SECONDS_MAX = 5;

    private final ManagedChannel connection;
    private final BatchStream stream;

    private BankClient(ManagedChannel connection, @Nullable String token) {
        this.connection = connection;
        this.stream = new BatchStream(BankServiceGrpc.newStub(authorized(connection, token)));
    }

    /** Connects without encryption: on loopback, or behind a mesh. */
    public static BankClient plaintext(String host, int port, @Nullable String token) {
        return new BankClient(
                ManagedChannelBuilder.forAddress(host, port).usePlaintext().build(), token);
    }

    /** Connects by TLS, trusting what the JVM trusts. */
    public static BankClient tls(String host, int port, @Nullable String token) {
        return new BankClient(
                ManagedChannelBuilder.forAddress(host, port)
                        .useTransportSecurity()
                        .build(),
                token);
    }

    /**
     * Sends a batch of independent transactions; answers one outcome for each, in order. Fails with a
     * {@link BatchRefusedException} when the bank took nothing of it, and with gRPC's {@code StatusRuntimeException}
     * when the stream broke: then its outcome is unknown, and it may be sent again with the same keys.
     */
    public CompletableFuture<List<Outcome>> executeBatch(Requests requests) {
        return stream.send(requests);
    }

    private static Channel authorized(Channel channel, @Nullable String token) {
        if (token == null) {
            return channel;
        }
        Metadata headers = new Metadata();
        headers.put(AUTHORIZATION, "Bearer " + token);
        return ClientInterceptors.intercept(channel, MetadataUtils.newAttachHeadersInterceptor(headers));
    }

    /** Ends the stream and the connection. */
    @Override
    public void close() {
        stream.end();
        connection.shutdown();
        try {
            if (connection.awaitTermination(CLOSE_SECONDS_MAX, TimeUnit.SECONDS)) {
                return;
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        connection.shutdownNow();
    }
}
