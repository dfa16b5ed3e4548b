package org.debitcredit.server.grpc;

import io.grpc.BindableService;
import io.grpc.ServerServiceDefinition;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.protobuf.services.HealthStatusManager;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.netty.channel.ChannelFactory;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.ReflectiveChannelFactory;
import io.netty.channel.socket.ServerSocketChannel;
import java.time.InstantSource;
import java.util.concurrent.TimeUnit;
import org.debitcredit.bank.Preset;
import org.debitcredit.server.answer.BankFacts;
import org.debitcredit.server.audit.AuditLog;
import org.debitcredit.server.lifecycle.BankState;
import org.debitcredit.server.loop.RequestGateway;
import org.debitcredit.server.network.ClientsOfConnection;
import org.debitcredit.server.network.Connections;
import org.debitcredit.server.network.GrpcTls;
import org.debitcredit.server.network.HeldRequests;
import org.debitcredit.server.network.PeerCertificates;
import org.debitcredit.server.network.TransportLimits;
import org.debitcredit.server.network.Turns;
import org.debitcredit.server.region.OutOfTownRequests;
import org.debitcredit.server.security.AccessControl;
import org.debitcredit.server.settings.BankProperties;
import org.debitcredit.server.settings.NetworkProperties;
import org.debitcredit.settings.BankSettings;
import org.debitcredit.wire.v1.BankServiceGrpc;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.grpc.server.ServerBuilderCustomizer;
import org.springframework.http.client.ReactorResourceFactory;
import reactor.netty.resources.LoopResources;

/** Builds the gRPC server on the event loops that HTTP uses too, and gives it the standard health service. */
@Configuration(proxyBeanMethods = false)
@Import({CallsBetweenBanks.class, GrpcAccessInterceptor.class})
public class GrpcConfiguration {

    /** The names of the services that come with gRPC begin with this. */
    private static final String LIBRARY = "grpc.";

    @Bean
    ServerBuilderCustomizer<NettyServerBuilder> sameEventLoops(
            ReactorResourceFactory network,
            Connections connections,
            HeldRequests held,
            Turns turns,
            OpenCalls calls,
            GrpcTls tls,
            BankProperties bank) {
        NetworkProperties limits = bank.network();
        return builder -> {
            LoopResources loops = network.getLoopResources();
            EventLoopGroup workers = loops.onServer(true);
            ChannelFactory<ServerSocketChannel> channels =
                    new ReflectiveChannelFactory<>(loops.onChannelClass(ServerSocketChannel.class, workers));
            workers.scheduleWithFixedDelay(calls::look, 1, 1, TimeUnit.SECONDS);
            builder.addStreamTracerFactory(calls)
                    .addTransportFilter(calls.transports())
                    .addTransportFilter(PeerCertificates.ofTransports(tls))
                    .addTransportFilter(ClientsOfConnection.ofTransports())
                    .bossEventLoopGroup(loops.onServerSelect(true))
                    .workerEventLoopGroup(workers)
                    .channelFactory(() -> gated(channels.newChannel(), connections, held, turns, calls))
                    .maxInboundMessageSize(RequestDecoder.MESSAGE_BYTES_MAX);
            TransportLimits.apply(builder, limits);
        };
    }

    private static ServerSocketChannel gated(
            ServerSocketChannel listening, Connections connections, HeldRequests held, Turns turns, OpenCalls calls) {
        listening
                .pipeline()
                .addFirst(
                        connections.gate(),
                        FrameTurns.ofAccepted(turns, System::nanoTime, connections::disconnect, held, calls));
        return listening;
    }

    @Bean
    BindableService grpcBank(
            RequestGateway gateway,
            BankState state,
            BankFacts facts,
            BankSettings settings,
            Preset preset,
            StreamBudgets budgets,
            OpenCalls calls,
            FollowCalls followers,
            Connections connections,
            AuditLog audit,
            @Nullable OutOfTownRequests outOfTown,
            BankProperties properties) {
        BankService service = new BankService(
                gateway,
                state,
                facts,
                settings,
                preset,
                budgets,
                calls,
                followers,
                connections,
                audit,
                outOfTown,
                properties);
        return () -> CheckedRequests.ofBank(service.bindService(), calls);
    }

    @Bean
    StreamBudgets streamBudgets(MeterRegistry registry) {
        StreamBudgets budgets = new StreamBudgets(Runtime.getRuntime().maxMemory());
        Gauge.builder("bank.streams.bytes", budgets, StreamBudgets::held)
                .description("Bytes held for batches of gRPC streams until their answers are sent")
                .register(registry);
        return budgets;
    }

    @Bean
    FollowCalls followCalls(
            BankState state,
            AccessControl control,
            Connections connections,
            BankProperties bank,
            MeterRegistry registry) {
        FollowCalls followers = new FollowCalls(
                state, InstantSource.system(), control.names(), bank.network().sendMax(), connections::disconnect);
        Gauge.builder("bank.follow.streams", followers, FollowCalls::open)
                .description("Streams of clients that follow the bank's transactions")
                .register(registry);
        Gauge.builder("bank.follow.lag", followers, FollowCalls::lag)
                .description("Durable transactions that the slowest of these streams has not read yet")
                .register(registry);
        return followers;
    }

    @Bean
    OpenCalls openCalls(HeldRequests held, Connections connections, BankProperties bank, MeterRegistry registry) {
        NetworkProperties limits = bank.network();
        Counter malformed = Counter.builder("bank.streams.malformed")
                .description("gRPC requests, and batches of gRPC streams, that could not be parsed")
                .register(registry);
        return new OpenCalls(
                System::nanoTime,
                held,
                limits.requestMax(),
                limits.requestMax().plus(bank.requestTimeout()).plus(limits.sendMax()),
                connections::disconnect,
                malformed::increment);
    }

    @Bean
    FailedTransports failedTransports(MeterRegistry registry) {
        FailedTransports failed = new FailedTransports(System::nanoTime, registry);
        failed.listen();
        return failed;
    }

    @Bean
    BindableService grpcHealth(BankState state) {
        HealthStatusManager health = new HealthStatusManager();
        state.whenReady(ready -> {
            ServingStatus status = ready ? ServingStatus.SERVING : ServingStatus.NOT_SERVING;
            health.setStatus(HealthStatusManager.SERVICE_NAME_ALL_SERVICES, status);
            health.setStatus(BankServiceGrpc.SERVICE_NAME, status);
        });
        return health.getHealthService();
    }

    /** Limits the requests to the library's own services: health, and the reflection that Spring adds. */
    @Bean
    static BeanPostProcessor limitedLibraryServices(ObjectProvider<OpenCalls> calls) {
        return new BeanPostProcessor() {
            @Override
            public Object postProcessAfterInitialization(Object bean, String name) {
                if (!(bean instanceof BindableService service)) {
                    return bean;
                }
                ServerServiceDefinition definition = service.bindService();
                return definition.getServiceDescriptor().getName().startsWith(LIBRARY)
                        ? (BindableService) () -> CheckedRequests.ofLibrary(definition, calls.getObject())
                        : bean;
            }
        };
    }
}
