package org.debitcredit.server.network;

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
    private volatile @Nullable CurrentTls current;

    GrpcTls(Environment environment) {
        this.environment = environment;
    }

    @Override
    public Object postProcessAfterInitialization(Object bean, String beanName) {
        if (bean instanceof DefaultSslBundleRegistry bundles) {
            follow(bundles);
        }
        return bean;
    }

    private void follow(DefaultSslBundleRegistry bundles) {
        String bundle = environment.getProperty("spring.grpc.server.ssl.bundle");
        if (bundle != null && bundles.getBundleNames().contains(bundle)) {
            CurrentTls followed = new CurrentTls(bundle, bundles.getBundle(bundle));
            bundles.addBundleUpdateHandler(bundle, followed::update);
            bundles.updateBundle(bundle, followed.bundle());
            current = followed;
        }
    }

    /** Whether the certificate that a client of gRPC showed in its first handshake is still trusted. */
    boolean isTrusted(SSLSession session) {
        CurrentTls followed = current;
        return followed == null || followed.isTrusted(session);
    }
}
