package org.debitcredit.server.grpc;

import io.grpc.stub.StreamObserver;
import java.util.function.Function;
import org.debitcredit.engine.Inquiry;
import org.debitcredit.ledger.MissingRows;
import org.debitcredit.server.answer.Detail;
import org.debitcredit.server.answer.Reason;
import org.debitcredit.server.loop.RequestGateway.Callback;
import org.debitcredit.server.loop.RequestGateway.NoAnswer;

/** Sends the answer to an inquiry. */
record InquiryReply<I extends Inquiry, R>(StreamObserver<R> out, Function<I, R> message) implements Callback<I> {

    @Override
    public void answered(I inquiry) {
        MissingRows missing = inquiry.missing();
        if (missing != null) {
            out.onError(GrpcProblem.of(Reason.LEDGER_DAMAGED, Detail.of(missing)));
            return;
        }
        if (!inquiry.available()) {
            out.onError(GrpcProblem.unavailable());
            return;
        }
        R told;
        try {
            told = message.apply(inquiry);
        } catch (ArithmeticException e) {
            out.onError(
                    GrpcProblem.of(Reason.OVERFLOW, "a sum is outside the 64-bit range; GET /v1/totals returns it"));
            return;
        }
        out.onNext(told);
        out.onCompleted();
    }

    @Override
    public void notAnswered(NoAnswer why) {
        out.onError(why == NoAnswer.BUSY ? GrpcProblem.busy() : GrpcProblem.unavailable());
    }
}
