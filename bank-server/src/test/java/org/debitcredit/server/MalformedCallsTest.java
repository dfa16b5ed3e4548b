package org.debitcredit.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.debitcredit.server.RawGrpc.DATA;
import static org.debitcredit.server.RawGrpc.END_HEADERS;
import static org.debitcredit.server.RawGrpc.END_STREAM;
import static org.debitcredit.server.RawGrpc.HEADERS;
import static org.debitcredit.server.RawGrpc.block;
import static org.debitcredit.server.RawGrpc.fields;
import static org.debitcredit.server.RawGrpc.frame;
import static org.debitcredit.server.RawGrpc.joined;
import static org.debitcredit.server.RawGrpc.message;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.debitcredit.server.RawGrpc.End;
import org.debitcredit.server.RawGrpc.Field;
import org.debitcredit.wire.v1.BankServiceGrpc;
import org.debitcredit.wire.v1.ExecuteRequest;
import org.debitcredit.wire.v1.GetTransactionRequest;
import org.debitcredit.wire.v1.GetTransactionResponse;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.grpc.server.lifecycle.GrpcServerLifecycle;

/**
 * Clients that break the rules of gRPC over HTTP/2. None of them is told that the bank has a fault or that the outcome
 * is unknown, nothing is executed, and their connection serves other calls.
 */
@Timeout(60)
class MalformedCallsTest {

    private static final String EXECUTE = "bank.v1.BankService/Execute";
    private static final String BATCHES = "bank.v1.BankService/ExecuteBatches";
    private static final String FOLLOW = "bank.v1.BankService/Follow";
    private static final String GET_BANK = "bank.v1.BankService/GetBank";
    private static final String HEALTH = "grpc.health.v1.Health/Check";

    private static final int INVALID_ARGUMENT = 3;
    private static final int UNIMPLEMENTED = 12;
    private static final int PROTOCOL_ERROR = 1;
    private static final int CANCEL = 8;
    private static final int NONE = -1;

    private static final End MALFORMED = new End(200, INVALID_ARGUMENT, "malformed", true, NONE);
    private static final End NOT_GRPC = new End(415, INVALID_ARGUMENT, "unsupported-media-type", true, NONE);
    private static final End NOT_POST = new End(405, UNIMPLEMENTED, "method-not-allowed", true, NONE);
    private static final End RESET = new End(0, NONE, "", false, PROTOCOL_ERROR);
    private static final End SERVED = new End(200, 0, "", false, NONE);

    private static final TestServer SERVER = TestServer.shared();

    /** A call with a valid transaction in it, a mistake, and how it ends. */
    private record Mistake(String name, Call call, End end) {

        @Override
        public String toString() {
            return name;
        }
    }

    /** The frames of stream 1. */
    @FunctionalInterface
    private interface Call {
        byte[] of(byte[] transaction);
    }

    private static Mistake headers(String name, End end, String header, @Nullable String value) {
        return new Mistake(
                name,
                transaction -> call(fields(EXECUTE, Collections.singletonMap(header, value)), message(0, transaction)),
                end);
    }

    private static Mistake more(String name, End end, Field... more) {
        return new Mistake(
                name,
                transaction -> {
                    List<Field> fields = new ArrayList<>(fields(EXECUTE, Map.of()));
                    fields.addAll(Arrays.asList(more));
                    return call(fields, message(0, transaction));
                },
                end);
    }

    private static Mistake timeout(String value) {
        return more("grpc-timeout: '" + value + "'", MALFORMED, new Field("grpc-timeout", value));
    }

    private static Mistake bytes(String name, String method, Call bytes) {
        return new Mistake(
                name + " of " + method,
                transaction -> call(fields(method, Map.of()), bytes.of(transaction)),
                MALFORMED);
    }

    private static byte[] call(List<Field> fields, byte[] bytes) {
        return joined(frame(HEADERS, END_HEADERS, 1, block(fields)), frame(DATA, END_STREAM, 1, bytes));
    }

    static Stream<Mistake> mistakes() {
        return Stream.of(
                headers("no content type", NOT_GRPC, "content-type", null),
                headers("another content type", NOT_GRPC, "content-type", "text/html"),
                headers("a longer content type", NOT_GRPC, "content-type", "application/grpcx"),
                headers("GET", NOT_POST, ":method", "GET"),
                headers("no method", NOT_POST, ":method", null),
                headers("an empty path", MALFORMED, ":path", ""),
                headers("no path", MALFORMED, ":path", null),
                new Mistake(
                        "two hosts",
                        transaction -> {
                            List<Field> fields =
                                    new ArrayList<>(fields(EXECUTE, Collections.singletonMap(":authority", null)));
                            fields.add(new Field("host", "a"));
                            fields.add(new Field("host", "b"));
                            return call(fields, message(0, transaction));
                        },
                        MALFORMED),
                timeout(""),
                timeout("1"),
                timeout("S"),
                timeout("abc"),
                timeout("1x"),
                timeout("1.5S"),
                timeout("+1S"),
                timeout("-1S"),
                timeout(" 1S"),
                timeout("999999999S"),
                more(
                        "two of grpc-timeout",
                        MALFORMED,
                        new Field("grpc-timeout", "10S"),
                        new Field("grpc-timeout", "abc")),
                bytes("a compressed message", EXECUTE, transaction -> message(1, transaction)),
                bytes("a compressed message", BATCHES, transaction -> message(1)),
                bytes("a reserved bit", EXECUTE, transaction -> message(2, transaction)),
                bytes("all reserved bits", BATCHES, transaction -> message(255)),
                bytes("half a prefix", EXECUTE, transaction -> new byte[2]),
                bytes("half a message", EXECUTE, transaction -> Arrays.copyOf(message(0, transaction), 20)),
                bytes("half a message", BATCHES, transaction -> new byte[] {0, 0, 0, 0, 9, 1}),
                bytes(
                        "a message and a half",
                        EXECUTE,
                        transaction -> joined(message(0, transaction), new byte[] {0, 0, 0, 0, 9, 1})),
                bytes("no message", EXECUTE, transaction -> new byte[0]),
                bytes("no message", HEALTH, transaction -> new byte[0]),
                bytes("no message", FOLLOW, transaction -> new byte[0]),
                bytes("two messages", EXECUTE, transaction -> joined(message(0, transaction), message(0, transaction))),
                bytes("two messages", GET_BANK, transaction -> joined(message(0), message(0))),
                bytes("two messages", HEALTH, transaction -> joined(message(0), message(0))),
                bytes("two messages", FOLLOW, transaction -> joined(message(0), message(0))),
                new Mistake(
                        "no DATA",
                        transaction -> frame(HEADERS, END_HEADERS | END_STREAM, 1, block(fields(EXECUTE, Map.of()))),
                        MALFORMED),
                new Mistake(
                        "half a message and trailers",
                        transaction -> joined(
                                frame(HEADERS, END_HEADERS, 1, block(fields(EXECUTE, Map.of()))),
                                frame(DATA, 0, 1, Arrays.copyOf(message(0, transaction), 20)),
                                frame(HEADERS, END_HEADERS | END_STREAM, 1, block(List.of(new Field("a", "b"))))),
                        MALFORMED),
                // Errors of HTTP/2, and of headers that gRPC decodes with it, end the call without a status.
                more("no base64", RESET, new Field("x-bin", "!!!!")),
                more("an upper-case name", RESET, new Field("Abc", "x")),
                more("a header of HTTP/1.1", RESET, new Field("connection", "close")),
                more("a wrong content length", RESET, new Field("content-length", "999")));
    }

    private static RawGrpc connect() throws IOException {
        return new RawGrpc(SERVER.context.getBean(GrpcServerLifecycle.class).getPort());
    }

    @ParameterizedTest
    @MethodSource("mistakes")
    void aMistakeIsItsClientsAndNothingIsExecuted(Mistake mistake) throws IOException {
        ExecuteRequest transaction = GrpcContractTest.deposit(731, 1).build();
        try (RawGrpc client = connect()) {
            client.send(mistake.call.of(transaction.toByteArray()));
            assertThat(client.end(1)).isEqualTo(mistake.end);
            assertThat(client.getBank(3)).isEqualTo(SERVED);
        }
        try (RawGrpc another = connect()) {
            assertThat(another.getBank(1)).isEqualTo(SERVED);
        }
        assertThat(status(transaction)).isEqualTo(GetTransactionResponse.Status.STATUS_UNKNOWN);
    }

    private static GetTransactionResponse.Status status(ExecuteRequest transaction) {
        return BankServiceGrpc.newBlockingStub(SERVER.channel)
                .getTransaction(GetTransactionRequest.newBuilder()
                        .setKey(transaction.getKey())
                        .build())
                .getStatus();
    }

    @Test
    void theIdOfACallWithWrongHeadersIsGivenBack() throws IOException {
        try (RawGrpc client = connect()) {
            Map<String, @Nullable String> wrong = Map.of("grpc-timeout", "soon", "x-request-id", "order-7");
            client.send(frame(HEADERS, END_HEADERS | END_STREAM, 1, block(fields(GET_BANK, wrong))));
            assertThat(client.read(HEADERS).fields().get("x-request-id")).hasToString("order-7");
        }
    }

    /** The answers may be of transactions that were executed, so what became of the others is not known either. */
    @Test
    void aStreamThatHasAnAnswerIsReset() throws IOException {
        try (RawGrpc client = connect()) {
            client.send(
                    frame(HEADERS, END_HEADERS, 1, block(fields(BATCHES, Map.of()))),
                    frame(
                            DATA,
                            0,
                            1,
                            message(0, GrpcContractTest.batch(1, 733, 1).build().toByteArray())));
            client.read(DATA);
            client.send(frame(DATA, 0, 1, message(2)));
            assertThat(client.end(1).reset()).isEqualTo(CANCEL);
            assertThat(client.getBank(3)).isEqualTo(SERVED);
        }
    }

    /** gRPC has none in requests, but HTTP has. They end the request, and say nothing. */
    @Test
    void trailersEndARequest() throws IOException {
        ExecuteRequest transaction = GrpcContractTest.deposit(732, 1).build();
        try (RawGrpc client = connect()) {
            client.send(
                    frame(HEADERS, END_HEADERS, 1, block(fields(EXECUTE, Map.of()))),
                    frame(DATA, 0, 1, message(0, transaction.toByteArray())),
                    frame(HEADERS, END_HEADERS | END_STREAM, 1, block(List.of(new Field("a", "b")))));
            assertThat(client.end(1)).isEqualTo(SERVED);
        }
        assertThat(status(transaction)).isEqualTo(GetTransactionResponse.Status.STATUS_COMMITTED);
    }
}
