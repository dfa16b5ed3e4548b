package org.debitcredit.server.grpc;

import io.grpc.StatusRuntimeException;
import org.jspecify.annotations.Nullable;

/** Looks whether the credentials of an open stream are still valid. */
@FunctionalInterface
interface EndOfAccess {

    /** The problem with which the stream has to end; null while its credentials are valid. */
    @Nullable
    StatusRuntimeException problem();
}
