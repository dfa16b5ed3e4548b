package org.debitcredit.server.rest;

import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.debitcredit.engine.Command;
import org.debitcredit.engine.Inquiry;
import org.debitcredit.ledger.MissingRows;
import org.debitcredit.server.answer.Detail;
import org.debitcredit.server.answer.Reason;
import org.debitcredit.server.loop.RequestGateway.Callback;
import org.debitcredit.server.loop.RequestGateway.NoAnswer;
import org.springframework.http.ResponseEntity;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;

/** A request to the gateway, as a Mono of its response. */
final class Exchange {

    private Exchange() {}

    /**
     * @param send submits the request
     * @param answer makes the response from its answer
     * @param noAnswer makes the response if there is no answer
     */
    static <C extends Command> Mono<ResponseEntity<byte[]>> of(
            Consumer<Callback<C>> send,
            Function<C, ResponseEntity<byte[]>> answer,
            Function<NoAnswer, ResponseEntity<byte[]>> noAnswer) {
        return Mono.create(sink -> send.accept(new SinkReply<>(sink, answer, noAnswer)));
    }

    /** A request that changes nothing, so that it can be repeated if it has no answer. */
    static <I extends Inquiry> Mono<ResponseEntity<byte[]>> inquiry(
            Consumer<Callback<I>> send, Function<I, ResponseEntity<byte[]>> answer) {
        return of(
                send,
                inquiry -> inquiry.available() ? answer.apply(inquiry) : notAvailable(inquiry),
                why -> why == NoAnswer.BUSY
                        ? Problem.of(Reason.BUSY, Detail.busy()).response()
                        : unavailable());
    }

    private static ResponseEntity<byte[]> notAvailable(Inquiry inquiry) {
        MissingRows missing = inquiry.missing();
        return missing == null ? unavailable() : damaged(missing);
    }

    static ResponseEntity<byte[]> damaged(MissingRows missing) {
        return Problem.of(Reason.LEDGER_DAMAGED, Detail.of(missing)).response();
    }

    static ResponseEntity<byte[]> unavailable() {
        return Problem.of(Reason.NOT_EXECUTED, Detail.unavailable()).response();
    }

    private record SinkReply<C extends Command>(
            MonoSink<ResponseEntity<byte[]>> sink,
            Function<C, ResponseEntity<byte[]>> answer,
            Function<NoAnswer, ResponseEntity<byte[]>> noAnswer)
            implements Callback<C> {

        @Override
        public void answered(C command) {
            end(() -> answer.apply(command));
        }

        @Override
        public void notAnswered(NoAnswer why) {
            end(() -> noAnswer.apply(why));
        }

        /** A request whose response cannot be made fails, because no time limit ends it any more. */
        private void end(Supplier<ResponseEntity<byte[]>> response) {
            try {
                sink.success(response.get());
            } catch (RuntimeException | Error failure) {
                sink.error(failure);
                throw failure;
            }
        }
    }
}
