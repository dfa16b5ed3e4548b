package org.debitcredit.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.debitcredit.server.ProblemAssert.assertProblem;

import com.google.rpc.RetryInfo;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.health.v1.HealthGrpc;
import io.grpc.protobuf.StatusProto;
import io.micrometer.core.instrument.config.MeterFilter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.debitcredit.event.BankEvent;
import org.debitcredit.recovery.RunningBank;
import org.debitcredit.server.lifecycle.BankLifecycle;
import org.debitcredit.server.lifecycle.OutOfMemoryExit;
import org.debitcredit.wire.v1.BankServiceGrpc;
import org.debitcredit.wire.v1.ExecuteBatchResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.ResolvableType;
import org.springframework.grpc.server.GlobalServerInterceptor;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.WebExceptionHandler;
import org.springframework.web.server.WebFilter;

/** Opening, overload, failure and the end of a server. */
@Timeout(120)
class LifecycleTest {

    private static final String DEPOSIT = "{\"type\":\"deposit\",\"teller\":3,\"account\":5,\"amount\":1}";
    private static final int RING_SIZE = 4;
    private static final String WARM_UP = "warm-up";

    @TempDir
    private Path data;

    private TestServer start() {
        return TestServer.start(
                data,
                List.of(FaultyLedger.Configuration.class),
                "bank.ring-size=" + RING_SIZE,
                "bank.request-timeout=1s");
    }

    private static FaultyLedger.Faults faults(TestServer server) {
        return server.context.getBean(FaultyLedger.Faults.class);
    }

    private static HttpRequest deposit(TestServer server, String key) {
        return server.post(DEPOSIT)
                .headers("Idempotency-Key", key, "Content-Type", TestServer.JSON)
                .build();
    }

    private static ServingStatus grpcHealth(TestServer server) {
        return HealthGrpc.newBlockingStub(server.channel)
                .check(HealthCheckRequest.getDefaultInstance())
                .getStatus();
    }

    @Test
    void outOfMemoryInAnyThreadEndsTheProcess() {
        ApplicationContext context = TestServer.shared().context;
        assertThat(Thread.getDefaultUncaughtExceptionHandler()).isInstanceOf(OutOfMemoryExit.class);
        ResolvableType consumer = ResolvableType.forClassWithGenerics(Consumer.class, BankEvent.class);
        assertThat(context.getBeanProvider(consumer).stream())
                .as("those that are told of the failures of the bank's own threads")
                .contains(context.getBean(OutOfMemoryExit.class));
    }

    private long epochs() {
        try (Stream<Path> folders = Files.list(data.resolve("journal"))) {
            return folders.filter(folder -> folder.getFileName().toString().startsWith("epoch-"))
                    .count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void assertEndedInOrder() {
        try (TestServer next = TestServer.open(data)) {
            RunningBank bank =
                    next.context.getBean(BankLifecycle.class).opened().join();
            assertThat(bank.recovered().endedInOrder()).isTrue();
        }
    }

    @Test
    void aServiceWhosePortIsInUseLeavesTheBankAsItWas() throws Exception {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String http = "server.port=" + other.getLocalPort();
            assertThatThrownBy(() -> TestServer.start(data, List.of(), http))
                    .hasStackTraceContaining("Address already in use");
            assertThat(data).as("nothing was founded").isEmptyDirectory();
            TestServer.open(data).close();
            long epochs = epochs();
            for (String port : List.of(http, "spring.grpc.server.port=" + other.getLocalPort())) {
                assertThatThrownBy(() -> TestServer.start(data, List.of(), port))
                        .hasStackTraceContaining("Address already in use");
            }
            assertThat(epochs()).isEqualTo(epochs);
        }
        assertEndedInOrder();
    }

    /** A part of the service that cannot be created, once the bank has begun another epoch. */
    private Class<?> failing(long epochs) {
        FailingPart.isReached = () -> epochs() > epochs;
        return FailingPart.class;
    }

    static class FailingPart {
        private static BooleanSupplier isReached = () -> true;

        @Bean
        Object part() {
            while (!isReached.getAsBoolean() && !Thread.currentThread().isInterrupted()) {
                Thread.yield();
            }
            throw new IllegalStateException("this part cannot be created");
        }
    }

    @Test
    void theBankIsOpenedWhileTheServiceIsCreatedAndClosedIfThatFails() {
        TestServer.open(data).close();
        Class<?> failing = failing(epochs());
        assertThatThrownBy(() -> TestServer.start(data, List.of(failing)))
                .hasStackTraceContaining("this part cannot be created");
        assertEndedInOrder();
    }

    /** The parts are not searched for, so one that no configuration names would be missing without a word. */
    @Test
    void everyPartIsNamedByAConfiguration() {
        ApplicationContext context = TestServer.shared().context;
        List<Class<?>> parts = new ClassFileImporter()
                        .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                        .importPackages("org.debitcredit.server")
                        .stream()
                        .filter(LifecycleTest::isPart)
                        .<Class<?>>map(JavaClass::reflect)
                        .toList();
        assertThat(parts).hasSizeGreaterThan(20);
        assertThat(parts)
                .allSatisfy(part -> assertThat(context.getBeanNamesForType(part))
                        .as(part.getName())
                        .isNotEmpty());
    }

    private static boolean isPart(JavaClass type) {
        boolean isOfTheServer = !type.getPackageName().startsWith("org.debitcredit.server.command")
                && !type.getPackageName().startsWith("org.debitcredit.server.tpcc");
        return isOfTheServer
                && !type.isAnnotatedWith(ConditionalOnProperty.class)
                && (type.isMetaAnnotatedWith(Configuration.class)
                        || type.isAnnotatedWith(RestController.class)
                        || type.isAnnotatedWith(GlobalServerInterceptor.class)
                        || type.isAnnotatedWith(WebEndpoint.class)
                        || (!type.isInterface()
                                && !type.isAnonymousClass()
                                && Stream.of(WebFilter.class, WebExceptionHandler.class, MeterFilter.class)
                                        .anyMatch(type::isAssignableTo)));
    }

    private static void assertNotServing(TestServer server) {
        assertThat(server.get("/actuator/health/liveness").statusCode()).isEqualTo(200);
        assertThat(server.get("/actuator/health/readiness").statusCode()).isEqualTo(503);
        assertThat(grpcHealth(server)).isEqualTo(ServingStatus.NOT_SERVING);
        HttpResponse<String> refused = server.execute(DEPOSIT);
        assertProblem(refused, 503, "not-executed");
        assertThat(refused.headers().firstValue("Retry-After")).isPresent();
        assertProblem(server.get("/v1/accounts/5"), 503, "not-executed");
        assertProblem(server.get("/v1/totals"), 503, "not-executed");
        StatusRuntimeException failure = catchThrowableOfType(
                StatusRuntimeException.class,
                () -> BankServiceGrpc.newBlockingStub(server.channel)
                        .execute(GrpcContractTest.deposit(5, 1).build()));
        assertThat(failure.getStatus().getCode()).isEqualTo(Status.Code.UNAVAILABLE);
        assertThat(GrpcContractTest.errorInfo(failure).getReason()).isEqualTo("not-executed");
    }

    @Test
    void aServerIsAliveButNotReadyWhileItsBankOpensAndReadyAfterwards() {
        try (TestServer server = start()) {
            assertNotServing(server);
            assertProblem(server.get("/v1/bank"), 503, "not-executed");
            faults(server).mayOpen.countDown();
            server.awaitOpen();
            assertThat(server.get("/actuator/health/readiness").statusCode()).isEqualTo(200);
            assertThat(grpcHealth(server)).isEqualTo(ServingStatus.SERVING);
            assertThat(server.execute(DEPOSIT).statusCode()).isEqualTo(200);
        }
    }

    @Test
    void aServerIsReadyWhileItsHotPathRunsOnABankOfItsOwn() throws Exception {
        try (TestServer server =
                TestServer.start(data, List.of(FaultyLedger.Configuration.class), "bank.warm-up=500ms")) {
            FaultyLedger.Faults faults = faults(server);
            faults.stepwise = true;
            faults.mayOpen.countDown();
            server.awaitOpen();
            assertThat(faults.executing.await(60, TimeUnit.SECONDS)).isTrue();
            assertThat(data.resolve(WARM_UP)).isDirectory();
            assertThat(server.get("/actuator/health/readiness").statusCode()).isEqualTo(200);
            assertThat(grpcHealth(server)).isEqualTo(ServingStatus.SERVING);
            assertThat(server.get("/v1/totals").body()).contains("\"position\":0");
            faults.stepwise = false;
            faults.turns.release(100);
            awaitEndOfWarmUp();
            assertThat(server.execute(DEPOSIT).body()).contains("\"position\":1,");
        }
    }

    @Test
    void aWarmUpEndsWhenAClientComes() {
        try (TestServer server = TestServer.open(data, "bank.ledger=memory", "bank.warm-up=60s")) {
            while (!Files.exists(data.resolve(WARM_UP))) {
                Thread.onSpinWait();
            }
            assertThat(server.execute(DEPOSIT).statusCode()).isEqualTo(200);
            awaitEndOfWarmUp();
        }
    }

    @Test
    void aWarmUpEndsWithItsServer() throws Exception {
        TestServer server = TestServer.start(data, List.of(FaultyLedger.Configuration.class), "bank.warm-up=60s");
        FaultyLedger.Faults faults = faults(server);
        faults.mayOpen.countDown();
        server.awaitOpen();
        assertThat(faults.executing.await(60, TimeUnit.SECONDS)).isTrue();
        CompletableFuture.runAsync(server::close).get(15, TimeUnit.SECONDS);
        assertThat(data.resolve(WARM_UP)).doesNotExist();
    }

    private void awaitEndOfWarmUp() {
        while (Files.exists(data.resolve(WARM_UP))) {
            Thread.onSpinWait();
        }
    }

    @Test
    void aBrokenLedgerStopsTheWriterAndNothingIsExecutedAnyMore() {
        String key = TestServer.newKey();
        try (TestServer server = start()) {
            faults(server).mayOpen.countDown();
            server.awaitOpen();
            assertThat(server.execute(DEPOSIT).statusCode()).isEqualTo(200);
            faults(server).breaksAtExecute = true;
            assertProblem(server.execute(key, DEPOSIT), 503, "not-executed");
            assertNotServing(server);
        }
        try (TestServer restarted = start()) {
            faults(restarted).mayOpen.countDown();
            restarted.awaitOpen();
            assertThat(restarted.get("/v1/transactions/" + key).body()).contains("unknown");
            assertThat(restarted.get("/v1/accounts/5").body()).contains("\"balance\":1");
        }
    }

    @Test
    void afterTheForceTheOutcomeIsUnknownUntilARestartTellsIt() {
        String key = TestServer.newKey();
        try (TestServer server = start()) {
            faults(server).mayOpen.countDown();
            server.awaitOpen();
            faults(server).breaksAtCommit = true;
            assertProblem(server.execute(key, DEPOSIT), 504, "outcome-unknown");
            assertNotServing(server);
        }
        try (TestServer restarted = start()) {
            faults(restarted).mayOpen.countDown();
            restarted.awaitOpen();
            assertThat(restarted.get("/v1/transactions/" + key).body()).contains("committed", "\"balance\":1");
            assertThat(restarted.execute(key, DEPOSIT).body()).contains("\"position\":1,");
        }
    }

    @Test
    void aFullRingRefusesAndALateAnswerIsUnknown() throws Exception {
        try (TestServer server = start()) {
            FaultyLedger.Faults faults = faults(server);
            faults.mayOpen.countDown();
            server.awaitOpen();
            faults.stepwise = true;
            List<CompletableFuture<HttpResponse<String>>> waiting = new ArrayList<>();
            waiting.add(TestServer.sendAsync(deposit(server, TestServer.newKey())));
            assertThat(faults.executing.await(10, TimeUnit.SECONDS)).isTrue();
            HttpResponse<String> refused;
            do {
                CompletableFuture<HttpResponse<String>> next =
                        TestServer.sendAsync(deposit(server, TestServer.newKey()));
                waiting.add(next);
                refused = next.get(10, TimeUnit.SECONDS);
            } while (refused.statusCode() == 504 && waiting.size() < 3 * RING_SIZE);
            assertProblem(refused, 503, "busy");
            assertThat(refused.headers().firstValue("Retry-After")).hasValue("1");
            StatusRuntimeException busy = catchThrowableOfType(
                    StatusRuntimeException.class,
                    () -> BankServiceGrpc.newBlockingStub(server.channel)
                            .execute(GrpcContractTest.deposit(5, 1).build()));
            assertThat(busy.getStatus().getCode()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
            assertThat(StatusProto.fromThrowable(busy).getDetailsList())
                    .as("how long to wait")
                    .anyMatch(detail -> detail.is(RetryInfo.class));
            GrpcContractTest.Answers<ExecuteBatchResponse> ordered = new GrpcContractTest.Answers<>();
            BankServiceGrpc.newStub(server.channel)
                    .executeOrderedBatches(ordered)
                    .onNext(GrpcContractTest.batch(3, 5, 2).build());
            StatusRuntimeException end = (StatusRuntimeException) ordered.event();
            assertThat(end.getStatus().getCode()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
            assertThat(GrpcContractTest.errorInfo(end).getMetadataMap()).containsEntry("batch_id", "3");
            assertProblem(waiting.get(0).get(10, TimeUnit.SECONDS), 504, "outcome-unknown");
            faults.stepwise = false;
            faults.turns.release(100);
        }
    }

    @Test
    void whoIsOnBoardIsAnsweredBeforeTheServerEnds() throws Exception {
        String key = TestServer.newKey();
        TestServer server =
                TestServer.start(data, List.of(FaultyLedger.Configuration.class), "bank.request-timeout=60s");
        FaultyLedger.Faults faults = faults(server);
        faults.mayOpen.countDown();
        server.awaitOpen();
        faults.stepwise = true;
        CompletableFuture<HttpResponse<String>> onBoard = TestServer.sendAsync(deposit(server, key));
        assertThat(faults.executing.await(10, TimeUnit.SECONDS)).isTrue();
        CompletableFuture<Void> closing = CompletableFuture.runAsync(server::close);
        while (server.get("/actuator/health/readiness").statusCode() == 200) {
            Thread.onSpinWait();
        }
        assertProblem(server.execute(DEPOSIT), 503, "not-executed");
        faults.turns.release(100);
        assertThat(onBoard.get(30, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
        closing.get(60, TimeUnit.SECONDS);
        try (TestServer restarted = start()) {
            faults(restarted).mayOpen.countDown();
            restarted.awaitOpen();
            assertThat(restarted.execute(key, DEPOSIT).body()).contains("\"position\":1,");
            assertThat(restarted
                            .context
                            .getBean(org.debitcredit.server.lifecycle.BankLifecycle.class)
                            .opened()
                            .join()
                            .recovered()
                            .endedInOrder())
                    .isTrue();
        }
    }
}
