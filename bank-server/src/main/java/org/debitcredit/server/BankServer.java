package org.debitcredit.server;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.debitcredit.bank.Preset;
import org.debitcredit.engine.WriterSteps;
import org.debitcredit.event.BankEvent;
import org.debitcredit.recovery.LedgerChoice;
import org.debitcredit.recovery.LedgerOpener;
import org.debitcredit.server.answer.BankFacts;
import org.debitcredit.server.audit.AuditConfiguration;
import org.debitcredit.server.audit.AuditLog;
import org.debitcredit.server.framework.FrameworkConfiguration;
import org.debitcredit.server.grpc.GrpcConfiguration;
import org.debitcredit.server.lifecycle.BankHealth;
import org.debitcredit.server.lifecycle.BankLifecycle;
import org.debitcredit.server.lifecycle.BankOpening;
import org.debitcredit.server.lifecycle.BankState;
import org.debitcredit.server.lifecycle.ClockWatch;
import org.debitcredit.server.lifecycle.GuardedEvents;
import org.debitcredit.server.lifecycle.HeapGuard;
import org.debitcredit.server.lifecycle.JournalWatch;
import org.debitcredit.server.lifecycle.OutOfMemoryExit;
import org.debitcredit.server.lifecycle.QueuedLog;
import org.debitcredit.server.lifecycle.UnclosedExit;
import org.debitcredit.server.lifecycle.WarmUp;
import org.debitcredit.server.lifecycle.WriterHealth;
import org.debitcredit.server.loop.RequestGateway;
import org.debitcredit.server.loop.ResponsesOnLoop;
import org.debitcredit.server.metrics.EventLog;
import org.debitcredit.server.metrics.GroupMetrics;
import org.debitcredit.server.metrics.KeyWindowSpan;
import org.debitcredit.server.metrics.MetersPage;
import org.debitcredit.server.metrics.ResponseTimes;
import org.debitcredit.server.network.NetworkConfiguration;
import org.debitcredit.server.region.NoRegion;
import org.debitcredit.server.region.RegionConfiguration;
import org.debitcredit.server.region.Regions;
import org.debitcredit.server.rest.RestConfiguration;
import org.debitcredit.server.security.AccessControl;
import org.debitcredit.server.security.FailedTokens;
import org.debitcredit.server.settings.BankProperties;
import org.debitcredit.server.settings.ListenRules;
import org.debitcredit.server.status.StatusConfiguration;
import org.debitcredit.settings.BankSettings;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.DependsOn;
import org.springframework.context.annotation.Import;
import org.springframework.http.client.ReactorResourceFactory;
import org.springframework.scheduling.annotation.EnableScheduling;
import reactor.netty.resources.LoopResources;

/** Configures the server. It names its parts, because a start that searches the jar for them takes longer. */
@SpringBootConfiguration(proxyBeanMethods = false)
@Import({
    AuditConfiguration.class,
    FrameworkConfiguration.class,
    GrpcConfiguration.class,
    ListenRules.class,
    MetersPage.class,
    NetworkConfiguration.class,
    RegionConfiguration.class,
    ResponsesOnLoop.class,
    ResponseTimes.class,
    RestConfiguration.class,
    StatusConfiguration.class
})
@EnableConfigurationProperties(BankProperties.class)
@EnableScheduling
public class BankServer {

    /** Time for which a bank whose writer has stopped stays alive, so that it can be examined. */
    private static final long STOPPED_SECONDS_MAX = 30;

    private static final Logger LOG = LoggerFactory.getLogger(BankServer.class);

    /**
     * Begins before the transports are created. A bank whose ledger is a database begins later, because opening it ends
     * another server that uses the database.
     *
     * @param audit is open before the bank, like those that are told of its events
     * @param listen has checked the addresses before the bank is opened
     */
    @Bean
    BankOpening bankOpening(
            AuditLog audit,
            ListenRules listen,
            BankSettings settings,
            LedgerOpener ledgers,
            LedgerChoice choice,
            List<Consumer<BankEvent>> consumers,
            GroupMetrics metrics) {
        BankOpening opening =
                new BankOpening(settings, ledgers, BankEvent.separated(metrics, new GuardedEvents(consumers)));
        if (choice.database() == null && listen.arePortsFree()) {
            opening.beginIfOrdinary();
        }
        return opening;
    }

    @Bean
    BankSettings bankSettings(BankProperties properties) {
        return properties.bankSettings();
    }

    @Bean
    Preset preset(BankProperties properties) {
        return properties.rules();
    }

    @Bean
    AccessControl accessControl(BankProperties properties, FailedTokens failed, MeterRegistry registry) {
        AccessControl control = new AccessControl(properties.security(), InstantSource.system(), failed::mayVerify);
        control.bindTo(registry);
        return control;
    }

    @Bean
    FailedTokens failedTokens(BankProperties properties, MeterRegistry registry) {
        return new FailedTokens(System::nanoTime, properties.network().proxies(), registry);
    }

    @Bean
    LedgerChoice ledgerChoice(BankProperties properties) {
        return properties.ledgerChoice();
    }

    @Bean
    LedgerOpener ledgerOpener(LedgerChoice choice) {
        return choice.opener();
    }

    @Bean
    GroupMetrics groupMetrics(MeterRegistry registry) {
        return new GroupMetrics(registry);
    }

    @Bean
    EventLog eventLog(MeterRegistry registry) {
        return new EventLog(registry);
    }

    @Bean
    OutOfMemoryExit outOfMemoryExit() {
        OutOfMemoryExit exit = new OutOfMemoryExit(QueuedLog::halt);
        Thread.setDefaultUncaughtExceptionHandler(exit);
        return exit;
    }

    @Bean
    BankFacts bankFacts(LedgerChoice choice, BankSettings settings, BankState state, KeyWindowSpan span) {
        return new BankFacts(choice.kind(), settings, state::journalForces, state::journaledBytes, span::seconds);
    }

    @Bean
    KeyWindowSpan keyWindowSpan(BankState state, BankSettings settings, MeterRegistry registry) {
        KeyWindowSpan span = new KeyWindowSpan(
                settings.keyWindow(), settings.keyAheadMax(), state::position, System::nanoTime, LOG::warn);
        Gauge.builder("bank.key.window.seconds", span, KeyWindowSpan::seconds)
                .description("Time that the idempotency window spans at the current transaction rate")
                .register(registry);
        return span;
    }

    @Bean
    BankState bankState(MeterRegistry registry, BankSettings settings, LedgerChoice choice) {
        BankState state = new BankState();
        if (choice.isHistoryBounded()) {
            Gauge.builder("bank.history.rows", state, BankState::historyRows)
                    .description("Postings that the ledger keeps for statements")
                    .register(registry);
            Gauge.builder("bank.history.rows.max", () -> choice.historyRowsMax(settings.scale()))
                    .description("Maximum number of postings that the ledger keeps for statements")
                    .register(registry);
        }
        Gauge.builder("bank.journal.bytes", state, BankState::journalBytes)
                .description("Bytes of the live journal")
                .register(registry);
        Gauge.builder("bank.journal.bytes.max", state, BankState::journalBytesMax)
                .description("Size of the live journal at which transactions are refused as busy")
                .register(registry);
        if (settings.projection() != null) {
            Gauge.builder("bank.projection.ended", state, BankState::projectionStopped)
                    .description("1 when the projection has ended and an operator has to repair it")
                    .register(registry);
            Gauge.builder("bank.projection.lag", state, BankState::projectionLag)
                    .description("Durable transactions that the projection has not applied yet")
                    .register(registry);
        }
        Gauge.builder("bank.position", () -> state.bank() == null ? Double.NaN : state.position())
                .description("Position of the last durable transaction")
                .register(registry);
        Gauge.builder("bank.ready", () -> state.isReady() ? 1 : 0)
                .description("1 while requests should be sent here")
                .register(registry);
        Gauge.builder("bank.clock.ahead.seconds", state, BankState::systemAheadSeconds)
                .description("How far the system's clock is ahead of the bank's; negative if it was set back")
                .register(registry);
        Gauge.builder("bank.key.ahead.max.seconds", () -> settings.keyAheadMax().toMillis() / 1e3)
                .description("How far a key's time may lie ahead of the bank's clock")
                .register(registry);
        Gauge.builder("bank.ledger.away", () -> state.isLedgerAway() ? 1 : 0)
                .description("1 while the bank waits for the ledger's database, or has stopped waiting for it")
                .register(registry);
        Gauge.builder("bank.ledger.damaged", () -> state.ledgerDamage() == null ? 0 : 1)
                .description("1 from when rows were found missing in the ledger's database until the service ends")
                .register(registry);
        Gauge.builder("bank.snapshot.position", state, BankState::snapshotPosition)
                .description("Position at which the newest snapshot starts")
                .register(registry);
        Gauge.builder("bank.snapshot.redo.seconds", state, BankState::redoSeconds)
                .description("Estimated time to redo the journal after the newest snapshot, at a start")
                .register(registry);
        Gauge.builder("bank.engine.queue.depth", state, BankState::queueDepth)
                .description("Requests waiting for the writer")
                .register(registry);
        for (WriterSteps.Step step : WriterSteps.Step.values()) {
            FunctionCounter.builder("bank.writer.seconds", state, writer -> writer.writerSeconds(step))
                    .tag("step", step.name().toLowerCase(Locale.ROOT))
                    .description("Time that the writer has worked in a step of its groups")
                    .register(registry);
        }
        return state;
    }

    /** Depends on the gRPC server, which shares its phase: so the bank starts after it and stops before it. */
    @Bean
    @DependsOn("nettyGrpcServerLifecycle")
    BankLifecycle bankLifecycle(
            BankState state,
            RequestGateway gateway,
            BankSettings settings,
            BankOpening opening,
            LedgerOpener ledgers,
            LedgerChoice choice,
            UnclosedExit exit,
            @Nullable Regions regions,
            BankProperties properties) {
        // The warm-up never opens the database of the ledger: where there is one, it runs on H2 in memory.
        LedgerOpener disposable = choice.database() == null ? ledgers : LedgerChoice.H2_IN_MEMORY.opener();
        WarmUp warmUp = new WarmUp(disposable, properties.warmUp());
        return new BankLifecycle(
                state, gateway, settings, opening, warmUp, exit, regions == null ? new NoRegion(settings) : regions);
    }

    @Bean
    UnclosedExit unclosedExit() {
        return new UnclosedExit(QueuedLog::halt);
    }

    @Bean
    JournalWatch journalWatch(BankState state, BankSettings settings) {
        return new JournalWatch(state::journalWaitNanos, JournalWatch.place(settings), state::journalStuck);
    }

    @Bean
    ClockWatch clockWatch(BankState state, BankSettings settings) {
        return new ClockWatch(settings.keyAheadMax(), state::systemAheadMicros, state::clocksApart, LOG::warn);
    }

    @Bean
    HeapGuard heapGuard(BankState state) {
        return HeapGuard.watch(state);
    }

    @Bean
    WriterHealth writerHealthIndicator(BankState state) {
        return new WriterHealth(state, System::nanoTime, STOPPED_SECONDS_MAX);
    }

    @Bean
    BankHealth bankHealthIndicator(BankState state) {
        return new BankHealth(state);
    }

    /** The event loops of both transports, one per core. */
    @Bean
    ReactorResourceFactory reactorResourceFactory() {
        ReactorResourceFactory factory = new ReactorResourceFactory();
        factory.setUseGlobalResources(false);
        factory.setShutdownQuietPeriod(Duration.ZERO);
        factory.setLoopResourcesSupplier(
                () -> LoopResources.create("bank-loop", Runtime.getRuntime().availableProcessors(), true));
        return factory;
    }

    @Bean
    RequestGateway requestGateway(ReactorResourceFactory network, BankProperties properties, MeterRegistry registry) {
        RequestGateway gateway =
                new RequestGateway(network.getLoopResources().onServer(true), properties.requestTimeout());
        FunctionCounter.builder("bank.busy", gateway, RequestGateway::queueRefusals)
                .tag("reason", "queue")
                .description("Requests refused as busy")
                .register(registry);
        FunctionCounter.builder("bank.busy", gateway, RequestGateway::journalRefusals)
                .tag("reason", "journal")
                .description("Requests refused as busy")
                .register(registry);
        Gauge.builder("bank.requests.in.flight", gateway, RequestGateway::inFlight)
                .description("Requests with money transactions that are not answered yet")
                .register(registry);
        return gateway;
    }
}
