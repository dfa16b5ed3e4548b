package org.debitcredit.server.grpc;

import io.grpc.stub.StreamObserver;
import org.debitcredit.wire.v1.ExecuteBatchRequest;

/** A refused stream, whose later messages are dropped. */
final class RefusedStream implements StreamObserver<ExecuteBatchRequest> {

    @Override
    public void onNext(ExecuteBatchRequest batch) {}

    @Override
    public void onError(Throwable failure) {}

    @Override
    public void onCompleted() {}
}
