package org.debitcredit.client;

import static org.debitcredit.Interleavings.join;
import static org.debitcredit.Interleavings.require;
import static org.debitcredit.Interleavings.start;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.debitcredit.Interleavings;
import org.debitcredit.transaction.NumberedKeys;
import org.debitcredit.transaction.RequestColumns;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.wire.v1.BankServiceGrpc;
import org.debitcredit.wire.v1.ExecuteBatchRequest;
import org.debitcredit.wire.v1.ExecuteBatchResponse;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Batches of several threads go out in the order of their numbers and each gets its own answer, also after a break. */
@Timeout(120)
class BatchStreamInterleavingsTest {

    private static final RequestColumns BATCH =
            RequestColumns.single(Transaction.deposit(1, 2, 3), NumberedKeys.key(1, 1));

    @Test
    void a_batch_that_is_sent_while_the_stream_breaks_gets_its_answer() {
        Interleavings.tryOutSome(() -> {
            Bank bank = new Bank();
            Later timer = new Later();
            BatchStream stream = open(bank, timer);
            CompletableFuture<BatchOutcomes> first = stream.send(BATCH);
            Stream opened = bank.last();
            Thread breaking = start(opened::breakOff);
            CompletableFuture<BatchOutcomes> second = stream.send(BATCH);
            join(breaking);
            timer.doAll();
            bank.last().answerAll();
            require(isAnswered(first) && isAnswered(second), "a batch has no answer");
        });
    }

    @Test
    void batches_of_two_threads_go_out_in_the_order_of_their_numbers() {
        Interleavings.tryOutSome(() -> {
            Bank bank = new Bank();
            BatchStream stream = open(bank, new Later());
            List<CompletableFuture<BatchOutcomes>> others = new ArrayList<>();
            Thread sending = start(() -> others.add(stream.send(BATCH)));
            CompletableFuture<BatchOutcomes> own = stream.send(BATCH);
            join(sending);
            bank.last().answerAll();
            require(isAnswered(own) && isAnswered(others.get(0)), "a batch has no answer");
        });
    }

    private static BatchStream open(Bank bank, Timer timer) {
        return new BatchStream(
                BankServiceGrpc.newStub(bank), new BankClient.Options(null, Duration.ofSeconds(1), false), timer);
    }

    private static boolean isAnswered(CompletableFuture<BatchOutcomes> batch) {
        return batch.isDone() && !batch.isCompletedExceptionally();
    }

    /** Does what is planned when told to. */
    private static final class Later implements Timer {
        private final List<Runnable> planned = new ArrayList<>();

        @Override
        public long nanoTime() {
            return 0;
        }

        @Override
        public synchronized void after(long nanos, Runnable action) {
            planned.add(action);
        }

        /** What is planned meanwhile is for later still. */
        void doAll() {
            List<Runnable> now;
            synchronized (this) {
                now = new ArrayList<>(planned);
            }
            now.forEach(Runnable::run);
        }
    }

    /** The other end of every stream. */
    private static final class Bank extends Channel {
        private volatile @Nullable Stream last;

        @Override
        @SuppressWarnings("unchecked") // of this service nothing but its streams of batches is called
        public <Q, R> ClientCall<Q, R> newCall(MethodDescriptor<Q, R> method, CallOptions options) {
            Stream opened = new Stream();
            last = opened;
            return (ClientCall<Q, R>) opened;
        }

        @Override
        public String authority() {
            return "bank";
        }

        Stream last() {
            Stream opened = last;
            if (opened == null) {
                throw new IllegalStateException("no stream was opened");
            }
            return opened;
        }
    }

    private static final class Stream extends ClientCall<ExecuteBatchRequest, ExecuteBatchResponse> {
        private final List<ExecuteBatchRequest> received = new ArrayList<>();
        private @Nullable Listener<ExecuteBatchResponse> listener;

        @Override
        public void start(Listener<ExecuteBatchResponse> responses, Metadata headers) {
            listener = responses;
        }

        @Override
        public void request(int messages) {}

        @Override
        public void cancel(@Nullable String message, @Nullable Throwable cause) {}

        @Override
        public void halfClose() {}

        @Override
        public void sendMessage(ExecuteBatchRequest batch) {
            received.add(batch);
        }

        private Listener<ExecuteBatchResponse> listener() {
            if (listener == null) {
                throw new IllegalStateException("the stream is not open");
            }
            return listener;
        }

        void breakOff() {
            listener().onClose(Status.UNAVAILABLE, new Metadata());
        }

        void answerAll() {
            long before = 0;
            for (ExecuteBatchRequest batch : received) {
                require(batch.getBatchId() == before + 1, batch.getBatchId() + " after " + before);
                before = batch.getBatchId();
                listener()
                        .onMessage(ExecuteBatchResponse.newBuilder()
                                .setBatchId(batch.getBatchId())
                                .addOutcome(1)
                                .addPosition(1)
                                .addBalance(1)
                                .build());
            }
        }
    }
}
