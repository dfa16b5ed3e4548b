package org.debitcredit.server.network;

import java.time.InstantSource;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.ssl.DefaultSslBundleRegistry;
import org.springframework.core.env.Environment;

/**
 * Lets gRPC take the new files of its bundle without a restart: as soon as the bundles are known, the one of gRPC is
 * replaced by one that follows its updates ({@link CurrentTls}).
 */
public final class GrpcTls implements BeanPostProcessor {

    private final Environment environment;
    private final InstantSource clock;
    private volatile @Nullable CurrentTls current;

    GrpcTls(Environment environment, InstantSource clock) {
        this.environment = environment;
        this.clock = clock;
    }

    @Override
    public Object postProcessAfterInitialization(Object bean, String beanName) {
        String bundle = environment.getProperty("spring.grpc.server.ssl.bundle");
        if (bundle != null
                && bean instanceof DefaultSslBundleRegistry bundles
                && bundles.getBundleNames().contains(bundle)) {
            CurrentTls followed = new CurrentTls(bundle, bundles.getBundle(bundle), clock);
            bundles.addBundleUpdateHandler(bundle, followed::update);
            bundles.updateBundle(bundle, followed.bundle());
            current = followed;
        }
        return bean;
    }

    /** Whether the certificate that a client of gRPC showed in its first handshake is still trusted. */
    boolean isTrusted(SSLSession session) {
        CurrentTls followed = current;
        return followed == null || followed.isTrusted(session);
    }
}
