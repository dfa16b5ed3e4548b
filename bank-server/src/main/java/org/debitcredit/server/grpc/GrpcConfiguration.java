package org.debitcredit.server.grpc;

import io.grpc.BindableService;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.protobuf.services.HealthStatusManager;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.socket.ServerSocketChannel;
import org.debitcredit.server.lifecycle.BankDoor;
import org.debitcredit.wire.v1.BankServiceGrpc;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.grpc.server.ServerBuilderCustomizer;
import org.springframework.http.client.ReactorResourceFactory;
import reactor.netty.resources.LoopResources;

/** Builds the gRPC server on the event loops that HTTP uses too, and gives it the standard health service. */
@Configuration(proxyBeanMethods = false)
class GrpcConfiguration {

    @Bean
    ServerBuilderCustomizer<NettyServerBuilder> sameEventLoops(ReactorResourceFactory network) {
        return builder -> {
            LoopResources loops = network.getLoopResources();
            EventLoopGroup workers = loops.onServer(true);
            builder.bossEventLoopGroup(loops.onServerSelect(true))
                    .workerEventLoopGroup(workers)
                    .channelType(loops.onChannelClass(ServerSocketChannel.class, workers))
                    .directExecutor();
        };
    }

    @Bean
    BindableService grpcHealth(BankDoor door) {
        HealthStatusManager health = new HealthStatusManager();
        door.whenReady(ready -> {
            ServingStatus status = ready ? ServingStatus.SERVING : ServingStatus.NOT_SERVING;
            health.setStatus(HealthStatusManager.SERVICE_NAME_ALL_SERVICES, status);
            health.setStatus(BankServiceGrpc.SERVICE_NAME, status);
        });
        return health.getHealthService();
    }
}
