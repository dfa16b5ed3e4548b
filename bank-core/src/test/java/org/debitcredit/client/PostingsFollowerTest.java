package org.debitcredit.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.grpc.Grpc;
import io.grpc.InsecureServerCredentials;
import io.grpc.Server;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.debitcredit.transaction.LogPosition;
import org.debitcredit.wire.v1.BankServiceGrpc;
import org.debitcredit.wire.v1.FollowRequest;
import org.debitcredit.wire.v1.FollowResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class PostingsFollowerTest {

    private static final LogPosition CURSOR = new LogPosition(new UUID(1, 2), new UUID(3, 4), 4_711, 5);
    private static final Duration MOMENT = Duration.ofMillis(1);

    private record Call(FollowRequest request, StreamObserver<FollowResponse> answers) {}

    private final BlockingQueue<Call> calls = new LinkedBlockingQueue<>();
    private Server server;

    @BeforeEach
    void serve() throws IOException {
        server = Grpc.newServerBuilderForPort(0, InsecureServerCredentials.create())
                .addService(new BankServiceGrpc.BankServiceImplBase() {
                    @Override
                    public void follow(FollowRequest request, StreamObserver<FollowResponse> answers) {
                        calls.add(new Call(request, answers));
                    }
                })
                .build()
                .start();
    }

    @AfterEach
    void stop() {
        server.shutdownNow();
    }

    private Call call() throws InterruptedException {
        return Objects.requireNonNull(calls.poll(20, TimeUnit.SECONDS));
    }

    /** Looking for a cursor in a large epoch on a slow disk takes longer than a silence later. */
    @Test
    void theFirstMessageMayTakeLongerThanTheOthers() throws Exception {
        PostingsFollower.Connection bank = PostingsFollower.plaintext("127.0.0.1", server.getPort(), null)
                .with(new FollowAttempt.Patience(Duration.ofMinutes(1), MOMENT));
        try (PostingsFollower follower = bank.after(CURSOR)) {
            assertThat(follower.next(MOMENT)).isNull();
            Call first = call();
            assertThat(follower.next(Duration.ofMillis(300))).isNull();
            assertThat(calls).isEmpty();
            assertThat(follower.durablePosition()).isEqualTo(-1);
            LogPosition later = new LogPosition(CURSOR.bank(), new UUID(5, 6), CURSOR.position(), 0);
            first.answers()
                    .onNext(FollowResponse.newBuilder()
                            .setCursor(later.text())
                            .setDurablePosition(4_712)
                            .build());
            while (calls.isEmpty()) {
                assertThat(follower.next(MOMENT)).isNull();
            }
            assertThat(follower.durablePosition()).isEqualTo(4_712);
            assertThat(call().request().getCursor()).isEqualTo(later.text());
        }
    }

    @Test
    void itTellsHowLongAgoItsBankWasHeardOf() throws Exception {
        PostingsFollower.Connection bank = PostingsFollower.plaintext("127.0.0.1", server.getPort(), null);
        try (PostingsFollower follower = bank.after(CURSOR)) {
            assertThat(follower.next(MOMENT)).isNull();
            assertThat(follower.sinceHeard()).isNull();
            Call first = call();
            long sentAt = System.nanoTime();
            first.answers()
                    .onNext(FollowResponse.newBuilder()
                            .setCursor(CURSOR.text())
                            .setDurablePosition(4_711)
                            .build());
            while (follower.sinceHeard() == null) {
                assertThat(follower.next(MOMENT)).isNull();
            }
            Duration heard = Objects.requireNonNull(follower.sinceHeard());
            assertThat(heard).isBetween(Duration.ZERO, Duration.ofNanos(System.nanoTime() - sentAt));
            assertThat(follower.next(Duration.ofMillis(50))).isNull();
            assertThat(follower.sinceHeard()).isGreaterThanOrEqualTo(Duration.ofMillis(50));
        }
    }

    @Test
    void itTellsWhatTheBanksClockWasAndNotWhenTheMessageWasRead() throws Exception {
        Instant sent = Instant.parse("2026-11-25T14:59:59.123456Z");
        PostingsFollower.Connection bank = PostingsFollower.plaintext("127.0.0.1", server.getPort(), null);
        try (PostingsFollower follower = bank.after(CURSOR)) {
            assertThat(follower.next(MOMENT)).isNull();
            assertThat(follower.toldAt()).isNull();
            StreamObserver<FollowResponse> answers = call().answers();
            FollowResponse.Builder message = FollowResponse.newBuilder().setCursor(CURSOR.text());
            // More than the client asks for ahead.
            for (int durable = 4_711; durable < 4_716; durable++) {
                answers.onNext(message.setDurablePosition(durable)
                        .setTimeMicros(sent.getEpochSecond() * 1_000_000 + 123_456)
                        .build());
            }
            while (follower.durablePosition() < 4_715) {
                assertThat(follower.next(Duration.ZERO)).isNull();
            }
            assertThat(follower.toldAt()).isEqualTo(sent);
            answers.onNext(message.setDurablePosition(4_716).clearTimeMicros().build());
            while (follower.durablePosition() < 4_716) {
                assertThat(follower.next(Duration.ZERO)).isNull();
            }
            assertThat(follower.toldAt()).as("of an earlier version").isNull();
        }
    }

    @Test
    void aTimeToGatherThatABankRefusesIsRefusedHere() {
        PostingsFollower.Connection bank = PostingsFollower.plaintext("127.0.0.1", server.getPort(), null);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> bank.gathering(Duration.ofMillis(1_001)))
                .withMessageContaining("PT1.001S");
        assertThatIllegalArgumentException().isThrownBy(() -> bank.gathering(Duration.ofMillis(-1)));
    }
}
