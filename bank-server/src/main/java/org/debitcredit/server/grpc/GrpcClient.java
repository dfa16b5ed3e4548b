package org.debitcredit.server.grpc;

import io.grpc.Context;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.UUID;
import org.debitcredit.server.security.Access;
import org.debitcredit.server.security.Source;
import org.debitcredit.server.security.StreamAccess;
import org.debitcredit.server.trace.RequestTrace;
import org.jspecify.annotations.Nullable;

/** The client that a gRPC call comes from. */
public final class GrpcClient {

    static final Context.Key<Access.Granted> GRANTED = Context.key("client");

    static final Context.Key<SocketAddress> CONNECTION = Context.key("connection");

    static final Context.Key<EndableCall<?, ?>> CALL = Context.key("call");

    /** The access of the call, if it is a stream. */
    static final Context.Key<StreamAccess> ACCESS = Context.key("access");

    /** The bank that makes the call, if it is one of a bank. */
    static final Context.Key<UUID> FROM_BANK = Context.key("bank-from");

    private GrpcClient() {}

    /** The key scope of the client that makes the current call. */
    public static long current() {
        return GRANTED.get().client();
    }

    /** The result of the access check for the current call. */
    static Access.Granted granted() {
        return GRANTED.get();
    }

    /** The owner of the memory share that the current call uses: its client, or its host if there are no tokens. */
    static Object payer() {
        long client = current();
        return client == 0 && connection() instanceof InetSocketAddress from ? Source.host(from.getAddress()) : client;
    }

    /** The bank that makes the current call; null if the call is not one of a bank. */
    static @Nullable UUID fromBank() {
        return FROM_BANK.get();
    }

    /** The trace of the current call. */
    static RequestTrace trace() {
        return CALL.get().trace();
    }

    /** The address and port that the current call comes from. */
    static SocketAddress connection() {
        return CONNECTION.get();
    }
}
