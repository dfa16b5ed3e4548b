package org.debitcredit.server.grpc;

import io.grpc.stub.StreamObserver;
import org.debitcredit.wire.v1.ExecuteBatchRequest;

/** A stream that was refused: what comes of it nevertheless is dropped. */
final class RefusedStream implements StreamObserver<ExecuteBatchRequest> {

    @Override
    public void onNext(ExecuteBatchRequest batch) {}

    @Override
    public void onError(Throwable failure) {}

    @Override
    public void onCompleted() {}
}
