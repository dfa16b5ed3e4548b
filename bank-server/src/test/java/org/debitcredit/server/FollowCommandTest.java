package org.debitcredit.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.grpc.Grpc;
import io.grpc.InsecureServerCredentials;
import io.grpc.Server;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.debitcredit.server.command.BankCommand;
import org.debitcredit.transaction.LogPosition;
import org.debitcredit.wire.v1.BankServiceGrpc;
import org.debitcredit.wire.v1.FollowRequest;
import org.debitcredit.wire.v1.FollowResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

@Timeout(60)
class FollowCommandTest {

    private static final LogPosition KEPT = new LogPosition(new UUID(1, 2), new UUID(3, 4), 41, 5);
    private static final LogPosition LAST = new LogPosition(new UUID(1, 2), new UUID(3, 4), 42, 6);
    private static final int KEY_BYTES = 16;

    @TempDir
    Path folder;

    private Server server;

    /** A bank that takes its time to find the cursor. */
    @BeforeEach
    void serve() throws IOException {
        server = Grpc.newServerBuilderForPort(0, InsecureServerCredentials.create())
                .addService(new BankServiceGrpc.BankServiceImplBase() {
                    @Override
                    public void follow(FollowRequest request, StreamObserver<FollowResponse> answers) {
                        CompletableFuture.delayedExecutor(800, TimeUnit.MILLISECONDS)
                                .execute(() -> answers.onNext(deposit()));
                    }
                })
                .build()
                .start();
    }

    @AfterEach
    void stop() {
        server.shutdownNow();
    }

    private static FollowResponse deposit() {
        return FollowResponse.newBuilder()
                .setCursor(LAST.text())
                .setDurablePosition(42)
                .setFirstPosition(42)
                .addGroupSize(1)
                .addGroupTimeMicros(1)
                .addType(2)
                .addOutcome(1)
                .addTeller(3)
                .addAccount(4)
                .addAmount(5)
                .addBalance(6)
                .addRunSize(1)
                .addRunClient(0)
                .setRunFirstKey(ByteString.copyFrom(new byte[KEY_BYTES]))
                .addClient("")
                .build();
    }

    @Test
    void onceEndsOnlyWhenTheBankHasToldWhatIsDurable() throws IOException {
        Path cursor = folder.resolve("cursor");
        Files.writeString(cursor, KEPT.text());
        PrintStream stdout = System.out;
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
        try {
            int code = new CommandLine(new BankCommand())
                    .execute(
                            "follow",
                            "--once",
                            "--url",
                            "127.0.0.1:" + server.getPort(),
                            "--cursor-file",
                            cursor.toString());
            assertThat(code).isZero();
        } finally {
            System.setOut(stdout);
        }
        assertThat(out.toString(StandardCharsets.UTF_8).lines())
                .singleElement()
                .asString()
                .contains("\"position\":42");
        assertThat(cursor).hasContent(LAST.text() + "\n");
        assertThat(folder).isDirectoryNotContaining("glob:**.new");
    }

    @Test
    void aRefusalIsShownWithItsCodeAndDescription() throws IOException {
        Server refusing = Grpc.newServerBuilderForPort(0, InsecureServerCredentials.create())
                .addService(new BankServiceGrpc.BankServiceImplBase() {
                    @Override
                    public void follow(FollowRequest request, StreamObserver<FollowResponse> answers) {
                        answers.onError(Status.PERMISSION_DENIED
                                .withDescription("the client lacks the role")
                                .asRuntimeException());
                    }
                })
                .build()
                .start();
        try {
            String url = "127.0.0.1:" + refusing.getPort();
            PrintedRun run = PrintedRun.of("follow", "--once", "--url", url);
            assertThat(run.exitCode()).isEqualTo(1);
            assertThat(run.err())
                    .contains("bank: the bank at " + url + " refuses: PERMISSION_DENIED: the client lacks the role");
        } finally {
            refusing.shutdownNow();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "http://127.0.0.1:8080 | --url is 'http://127.0.0.1:8080', which is an HTTP URL; give the host",
                "127.0.0.1:99999 | --url is '127.0.0.1:99999'; its port must be 1 to 65535",
                "nowhere | --url is 'nowhere'; it must be the host and gRPC port of a service"
            })
    void whatIsNoGrpcAddressIsRefused(String url, String message) {
        PrintedRun run = PrintedRun.of("follow", "--once", "--url", url);
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).startsWith("bank: " + message).hasLineCount(1);
    }
}
