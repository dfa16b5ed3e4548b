package org.debitcredit.server.grpc;

import io.grpc.Context;

/** The key scope of the client behind a gRPC call. */
public final class GrpcClient {

    static final Context.Key<Long> SCOPE = Context.key("client");

    private GrpcClient() {}

    /** The scope that the access check found for the current call. */
    public static long current() {
        return SCOPE.get();
    }
}
