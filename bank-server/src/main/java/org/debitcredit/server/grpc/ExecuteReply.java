package org.debitcredit.server.grpc;

import com.google.protobuf.ByteString;
import io.grpc.stub.StreamObserver;
import org.debitcredit.engine.SingleSubmission;
import org.debitcredit.server.answer.Detail;
import org.debitcredit.server.loop.RequestGateway.Callback;
import org.debitcredit.server.loop.RequestGateway.NoAnswer;
import org.debitcredit.server.region.OutOfTownReply;
import org.debitcredit.transaction.Outcome;
import org.debitcredit.wire.v1.ExecuteResponse;

/**
 * Sends the answer to one transaction.
 *
 * @param responseBytesMin minimum size of the answer to a committed transaction, in bytes
 */
record ExecuteReply(StreamObserver<ExecuteResponse> out, int responseBytesMin) implements Callback<SingleSubmission> {

    /** Bytes of the tag and length of a filler. */
    private static final int FILLER_HEADER_BYTES = 2;

    @Override
    public void answered(SingleSubmission single) {
        Outcome outcome = single.outcome();
        if (outcome instanceof Outcome.Committed committed) {
            out.onNext(padded(ExecuteResponse.newBuilder()
                    .setPosition(committed.position())
                    .setBalance(committed.balanceMinor())
                    .setTimeMicros(single.timeMicros())
                    .build()));
            out.onCompleted();
        } else if (outcome instanceof Outcome.Refused refused) {
            out.onError(GrpcProblem.refused(
                    refused,
                    single.timeMicros(),
                    Detail.of(refused.reason(), single.transaction(), refused.balanceMinor())));
        } else if (outcome instanceof Outcome.Failed failed) {
            out.onError(GrpcProblem.failed(failed.reason()));
        }
    }

    private ExecuteResponse padded(ExecuteResponse response) {
        int lacking = responseBytesMin - response.getSerializedSize();
        if (lacking <= 0) {
            return response;
        }
        byte[] filler = new byte[Math.max(1, lacking - FILLER_HEADER_BYTES)];
        return response.toBuilder().setFiller(ByteString.copyFrom(filler)).build();
    }

    void answered(OutOfTownReply reply) {
        if (reply instanceof OutOfTownReply.Refused refused) {
            out.onError(GrpcProblem.of(refused));
            return;
        }
        OutOfTownReply.Executed executed = (OutOfTownReply.Executed) reply;
        Long balanceMinor = executed.balanceMinor();
        ExecuteResponse.Builder answer =
                ExecuteResponse.newBuilder().setPosition(executed.position()).setTimeMicros(executed.timeMicros());
        if (balanceMinor == null) {
            answer.setInTransit(true);
        } else {
            answer.setBalance(balanceMinor);
        }
        out.onNext(padded(answer.build()));
        out.onCompleted();
    }

    @Override
    public void notAnswered(NoAnswer why) {
        out.onError(why == NoAnswer.BUSY ? GrpcProblem.busy() : GrpcProblem.failed(Detail.failure(why)));
    }
}
