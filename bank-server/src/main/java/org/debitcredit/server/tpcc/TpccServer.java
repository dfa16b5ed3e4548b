package org.debitcredit.server.tpcc;

import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.debitcredit.server.settings.ReplacedLists;
import org.debitcredit.server.settings.WrittenNumbers;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.context.ApplicationListener;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.grpc.server.lifecycle.GrpcServerLifecycle;

/** A server of the workload, from its start to its stop. */
public final class TpccServer implements AutoCloseable {

    private final ConfigurableApplicationContext context;
    private final CountDownLatch closed = new CountDownLatch(1);

    private TpccServer(ConfigurableApplicationContext context) {
        this.context = context;
        context.addApplicationListener((ApplicationListener<ContextClosedEvent>) event -> closed.countDown());
    }

    /**
     * Starts the server. It listens only on loopback unless it is secured.
     *
     * @param properties of the configuration, each {@code --name=value}
     */
    public static TpccServer start(TpccServerSettings settings, String... properties) {
        SpringApplication application = new SpringApplication(TpccServerConfiguration.class);
        application.setWebApplicationType(WebApplicationType.NONE);
        // The bank's health groups have members that are not here.
        application.setDefaultProperties(Map.of("management.endpoint.health.validate-group-membership", "false"));
        application.addListeners(new ReplacedLists(), new WrittenNumbers());
        application.addInitializers(context ->
                ((GenericApplicationContext) context).registerBean(TpccServerSettings.class, () -> settings));
        return new TpccServer(application.run(properties));
    }

    /** The port of gRPC. */
    public int port() {
        return context.getBean(GrpcServerLifecycle.class).getPort();
    }

    /** Waits until it is stopped. */
    public void awaitClosed() throws InterruptedException {
        closed.await();
    }

    @Override
    public void close() {
        context.close();
    }
}
