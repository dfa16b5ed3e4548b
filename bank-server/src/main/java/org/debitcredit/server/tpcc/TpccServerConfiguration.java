package org.debitcredit.server.tpcc;

import io.grpc.BindableService;
import io.grpc.netty.NettyServerBuilder;
import io.micrometer.core.instrument.MeterRegistry;
import io.netty.channel.ChannelFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.ServerSocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import java.sql.SQLException;
import java.time.Clock;
import java.time.InstantSource;
import java.util.concurrent.TimeUnit;
import org.debitcredit.server.audit.AuditLog;
import org.debitcredit.server.network.ByteBudget;
import org.debitcredit.server.network.ClientsOfConnection;
import org.debitcredit.server.network.ConnectionLimits;
import org.debitcredit.server.network.Connections;
import org.debitcredit.server.network.GrpcTls;
import org.debitcredit.server.network.PeerCertificates;
import org.debitcredit.server.network.TransportLimits;
import org.debitcredit.server.security.AccessControl;
import org.debitcredit.server.security.FailedTokens;
import org.debitcredit.server.settings.BankProperties;
import org.debitcredit.server.settings.CertificateRules;
import org.debitcredit.server.settings.ListenRules;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.grpc.server.autoconfigure.GrpcServerProperties;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.grpc.server.GlobalServerInterceptor;
import org.springframework.grpc.server.ServerBuilderCustomizer;

/**
 * Puts the server together. It has gRPC only; of the bank's configuration it uses {@code bank.security}, {@code
 * bank.network} and {@code bank.audit}.
 */
@EnableAutoConfiguration
@EnableConfigurationProperties(BankProperties.class)
@Import(ConnectionLimits.class)
class TpccServerConfiguration {

    private static final Logger LOG = LoggerFactory.getLogger(TpccServerConfiguration.class);

    /** Exit code, the same as with {@code -XX:+ExitOnOutOfMemoryError}. */
    private static final int THREAD_DIED = 3;

    /** An order of 15 lines takes some hundred bytes. */
    private static final int MESSAGE_BYTES_MAX = 8_192;

    /** All unread answers together may take this part of the heap: an eighth. */
    private static final int UNREAD_SHARE_OF_HEAP = 8;

    @Bean
    MultiThreadIoEventLoopGroup eventLoops() {
        return new MultiThreadIoEventLoopGroup(Runtime.getRuntime().availableProcessors(), NioIoHandler.newFactory());
    }

    @Bean
    AccessControl accessControl(BankProperties properties, FailedTokens failed, MeterRegistry registry) {
        AccessControl control = new AccessControl(properties.security(), InstantSource.system(), failed::mayVerify);
        control.bindTo(registry);
        return control;
    }

    @Bean
    AuditLog auditLog(BankProperties properties, AccessControl control, MeterRegistry registry) {
        return new AuditLog(properties.audit(), control.names(), InstantSource.system(), registry);
    }

    @Bean
    FailedTokens failedTokens(BankProperties properties, MeterRegistry registry) {
        return new FailedTokens(System::nanoTime, properties.network().proxies(), registry);
    }

    @Bean
    ServerBuilderCustomizer<NettyServerBuilder> limitedTransport(
            BankProperties bank,
            GrpcServerProperties grpc,
            MultiThreadIoEventLoopGroup loops,
            Connections connections,
            GrpcTls tls,
            SslBundles bundles) {
        ListenRules.check(bank.security(), "spring.grpc.server", grpc.getAddress(), CertificateRules.hasTls(grpc));
        CertificateRules.check(bank.security(), grpc, bundles);
        ChannelFactory<ServerSocketChannel> channels = () -> {
            ServerSocketChannel listening = new NioServerSocketChannel();
            listening.pipeline().addFirst(connections.gate());
            return listening;
        };
        return builder -> {
            builder.addTransportFilter(PeerCertificates.ofTransports(tls))
                    .addTransportFilter(ClientsOfConnection.ofTransports())
                    .bossEventLoopGroup(loops)
                    .workerEventLoopGroup(loops)
                    .channelFactory(channels)
                    .maxInboundMessageSize(MESSAGE_BYTES_MAX);
            TransportLimits.apply(builder, bank.network());
        };
    }

    @Bean
    @GlobalServerInterceptor
    TpccAccessInterceptor access(
            AccessControl control,
            FailedTokens failed,
            Connections connections,
            MultiThreadIoEventLoopGroup loops,
            AuditLog audit) {
        return new TpccAccessInterceptor(control, failed, connections, loops, audit);
    }

    @Bean(destroyMethod = "close")
    TpccExecutor tpccExecutor(TpccServerSettings settings, MultiThreadIoEventLoopGroup loops) throws SQLException {
        return TpccExecutor.start(settings, Clock.systemUTC(), loops.next(), TpccServerConfiguration::end);
    }

    /** Requests that the thread has taken would hang. With SQLite no other thread is left. */
    private static void end(Thread thread, Throwable failure) {
        LOG.error("Thread {} ended, so this server ends", thread.getName(), failure);
        Runtime.getRuntime().halt(THREAD_DIED);
    }

    @Bean
    BindableService tpccService(
            TpccServerSettings settings,
            TpccExecutor executor,
            BankProperties bank,
            Connections connections,
            MultiThreadIoEventLoopGroup loops) {
        ByteBudget unread = new ByteBudget(Runtime.getRuntime().maxMemory() / UNREAD_SHARE_OF_HEAP);
        long sendMaxMillis = bank.network().sendMax().toMillis();
        return new TpccService(
                settings,
                executor,
                Clock.systemUTC(),
                loops.executorCount(),
                connection -> new UnreadLimits(
                        unread,
                        check -> loops.schedule(check, sendMaxMillis, TimeUnit.MILLISECONDS),
                        () -> connections.disconnect(connection)));
    }
}
