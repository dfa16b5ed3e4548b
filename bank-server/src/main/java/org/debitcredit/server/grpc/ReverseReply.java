package org.debitcredit.server.grpc;

import io.grpc.stub.StreamObserver;
import org.debitcredit.engine.ReversalSubmission;
import org.debitcredit.server.answer.Detail;
import org.debitcredit.server.loop.RequestGateway.Callback;
import org.debitcredit.server.loop.RequestGateway.NoAnswer;
import org.debitcredit.server.region.OutOfTownReply;
import org.debitcredit.transaction.Outcome;
import org.debitcredit.wire.v1.ReverseResponse;

/** Sends the answer to one reversal. */
record ReverseReply(StreamObserver<ReverseResponse> out) implements Callback<ReversalSubmission> {

    @Override
    public void answered(ReversalSubmission reversal) {
        Outcome outcome = reversal.outcome();
        if (outcome instanceof Outcome.Committed committed) {
            out.onNext(ReverseResponse.newBuilder()
                    .setPosition(committed.position())
                    .setBalance(committed.balanceMinor())
                    .setTimeMicros(reversal.timeMicros())
                    .build());
            out.onCompleted();
        } else if (outcome instanceof Outcome.Refused refused) {
            out.onError(GrpcProblem.refused(
                    refused, reversal.timeMicros(), Detail.of(refused.reason(), reversal.reversal())));
        } else if (outcome instanceof Outcome.Failed failed) {
            out.onError(GrpcProblem.failed(failed.reason()));
        }
    }

    void answered(OutOfTownReply reply) {
        if (reply instanceof OutOfTownReply.Refused refused) {
            out.onError(GrpcProblem.of(refused));
            return;
        }
        OutOfTownReply.Executed executed = (OutOfTownReply.Executed) reply;
        Long balanceMinor = executed.balanceMinor();
        ReverseResponse.Builder answer =
                ReverseResponse.newBuilder().setPosition(executed.position()).setTimeMicros(executed.timeMicros());
        if (balanceMinor == null) {
            answer.setInTransit(true);
        } else {
            answer.setBalance(balanceMinor);
        }
        out.onNext(answer.build());
        out.onCompleted();
    }

    @Override
    public void notAnswered(NoAnswer why) {
        out.onError(why == NoAnswer.BUSY ? GrpcProblem.busy() : GrpcProblem.failed(Detail.failure(why)));
    }
}
