package org.debitcredit.terminal.tpcc.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;
import org.debitcredit.measure.RecordedInterval;
import org.debitcredit.measure.tail.OpenLoopRun;
import org.debitcredit.terminal.console.RunFailure;
import org.debitcredit.terminal.tpcc.input.TransactionMix;
import org.debitcredit.tpcc.TpccAnswer;
import org.debitcredit.tpcc.TpccScale;
import org.debitcredit.tpcc.TpccTransactionType;
import org.debitcredit.tpcc.wire.AnswerMessages;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class OpenLoopClientTest {

    private static final Duration TWO_SECONDS = Duration.ofSeconds(2);

    private FakeServer server;
    private TpccClient client;

    @BeforeEach
    void start() throws Exception {
        server = FakeServer.start();
        client = new TpccClient(server.address(), null);
    }

    @AfterEach
    void stop() {
        client.close();
        server.close();
    }

    private OpenLoopClient loop(int streams, int inFlight, RunListener listener) {
        return new OpenLoopClient(
                client,
                new OpenLoopSettings(
                        TpccScale.ofWarehouses(1),
                        TransactionMix.Kind.PERCENTAGES,
                        streams,
                        inFlight,
                        Duration.ofMillis(200),
                        Duration.ofSeconds(2),
                        7),
                client.describe(),
                listener);
    }

    @Test
    void everyRequestThatWasDueIsAccountedFor() {
        try (OpenLoopClient loop = loop(2, 64, RunListener.NONE)) {
            OpenLoopRun run = loop.run(500, TWO_SECONDS);

            assertThat(run.caughtUp()).isTrue();
            assertThat((double) run.traffic().due()).isCloseTo(1_000, within(150.0));
            assertThat(run.traffic().failed()).isZero();
            assertThat(run.responses().size()).isEqualTo(run.traffic().due());
            assertThat(run.latenessMicros().getTotalCount())
                    .isEqualTo(run.traffic().due());
            assertThat(server.received()).hasSizeGreaterThan(run.responses().size());
        }
    }

    @Test
    void theServersOwnTimesAreKeptApart() {
        List<RecordedInterval> atServer = new ArrayList<>();
        try (OpenLoopClient loop = loop(1, 64, new RunListener() {
            @Override
            public void recorded(RecordedInterval here, RecordedInterval there) {
                atServer.add(there);
            }
        })) {
            loop.run(200, TWO_SECONDS);

            var payments = loop.latest().atServer().of(TpccTransactionType.PAYMENT.name());
            assertThat(payments.fromActual().getMaxValue()).isEqualTo(50);
            assertThat(payments.fromIntended().getMaxValue()).isEqualTo(57);
            assertThat(payments.lateness().getMaxValue()).isEqualTo(7);
            assertThat(atServer).hasSize(3);
        }
    }

    @Test
    void aRequestWithoutAPlaceInFlightIsLateAndNotDropped() {
        server.answerAfterMillis(50);
        try (OpenLoopClient loop = loop(1, 4, RunListener.NONE)) {
            OpenLoopRun run = loop.run(60, TWO_SECONDS);

            assertThat(run.responses().size() + run.traffic().failed())
                    .isEqualTo(run.traffic().due());
            assertThat(run.traffic().failed()).isZero();
            assertThat(run.latenessMicros().getMaxValue()).isGreaterThan(5_000);
            assertThat(DoubleStream.of(run.responses().micros()).min().orElseThrow())
                    .isGreaterThan(49_000);
        }
    }

    @Test
    void aRateAboveTheCapacityNeverCatchesUp() {
        server.answerAfterMillis(100);
        try (OpenLoopClient loop = loop(1, 1, RunListener.NONE)) {
            OpenLoopRun run = loop.run(100, Duration.ofSeconds(1));

            assertThat(run.caughtUp()).isFalse();
            assertThat(run.traffic().perSecond()).isLessThan(20);
            assertThat(LongStream.of(run.traffic().lateBySecond()).sum())
                    .as("a wait for the server is no lateness of the client")
                    .isLessThan(run.traffic().due() / 2);
            assertThat(run.responses().size() + run.traffic().failed())
                    .isEqualTo(run.traffic().due());
        }
    }

    @Test
    void failuresAreCountedWithTheirReason() {
        server.failEverything();
        try (OpenLoopClient loop = loop(1, 8, RunListener.NONE)) {
            OpenLoopRun run = loop.run(100, Duration.ofSeconds(1));

            assertThat(run.traffic().failed()).isEqualTo(run.traffic().due()).isPositive();
            assertThat(loop.latest().firstFailure()).isEqualTo("the database failed");
        }
    }

    @Test
    void aServerThatEndsEndsTheRun() {
        try (OpenLoopClient loop = loop(1, 8, RunListener.NONE)) {
            loop.run(100, Duration.ofSeconds(1));
            server.close();

            assertThatThrownBy(() -> loop.run(100, Duration.ofSeconds(1)))
                    .isInstanceOf(RunFailure.class)
                    .hasMessageContaining("the server at 127.0.0.1")
                    .hasMessageContaining("broke the run off, so that it has no result")
                    .hasMessageEndingWith("start it and run again");
        }
    }

    @Test
    void theSameSeedSendsTheSameInputs() {
        try (OpenLoopClient loop = loop(1, 8, RunListener.NONE)) {
            loop.run(100, Duration.ofSeconds(1));
        }
        var first = List.copyOf(server.received()).subList(0, 50);
        server.received().clear();
        try (OpenLoopClient loop = loop(1, 8, RunListener.NONE)) {
            loop.run(100, Duration.ofSeconds(1));
        }

        assertThat(List.copyOf(server.received()).subList(0, 50)).isEqualTo(first);
    }

    @Test
    void aServerThatHangsFailsTheRequestsThatItDidNotAnswer() {
        AtomicInteger left = new AtomicInteger(100);
        server.answerWrongly(response -> left.decrementAndGet() > 0 ? response.build() : null);
        try (OpenLoopClient loop = loop(2, 8, RunListener.NONE)) {
            OpenLoopRun run = loop.run(100, Duration.ofSeconds(1));

            assertThat(run.traffic().failed()).isPositive();
            assertThat(run.responses().size() + run.traffic().failed())
                    .isEqualTo(run.traffic().due());
            assertThat(loop.latest().firstFailure()).isIn("no answer came", "there was no place for it in flight");
        }
    }

    @Test
    void anAnswerToAnotherRequestEndsTheRun() {
        server.answerWrongly(
                response -> response.setId(response.getId() + (1L << 32)).build());
        try (OpenLoopClient loop = loop(1, 8, RunListener.NONE)) {
            assertThatThrownBy(() -> loop.run(100, Duration.ofSeconds(1)))
                    .isInstanceOf(RunFailure.class)
                    .hasMessageContaining("which is not in flight");
        }
    }

    @Test
    void anAnswerOfAnotherTypeIsAFailure() {
        var wrong = AnswerMessages.message(new TpccAnswer.Delivery(1, 1));
        server.answerWrongly(response -> response.setAnswer(wrong).build());
        try (OpenLoopClient loop = loop(1, 8, RunListener.NONE)) {
            OpenLoopRun run = loop.run(200, Duration.ofSeconds(1));

            assertThat(run.traffic().failed()).isGreaterThan(run.traffic().due() * 9 / 10);
            assertThat(loop.latest().firstFailure()).startsWith("the server answered ");
        }
    }

    @Test
    void deliveriesThatWaitAreUnfinished() {
        try (OpenLoopClient loop = loop(1, 8, RunListener.NONE)) {
            server.forgetDeliveries();
            OpenLoopRun run = loop.run(500, Duration.ofSeconds(1));

            assertThat(run.unfinished()).isBetween(10L, 60L);
        }
    }
}
