package org.debitcredit.server.audit;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.InstantSource;
import org.debitcredit.server.lifecycle.BankLifecycle;
import org.debitcredit.server.lifecycle.BankOpening;
import org.debitcredit.server.security.AccessControl;
import org.debitcredit.server.settings.BankProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Builds the audit log, which is closed after everything that records in it. */
@Configuration(proxyBeanMethods = false)
public class AuditConfiguration {

    @Bean
    AuditLog auditLog(BankProperties properties, AccessControl control, MeterRegistry registry) {
        return new AuditLog(properties.audit(), control.names(), InstantSource.system(), registry);
    }

    /** @param opening comes first, so that it begins before the transports, on which the lifecycle depends, are created */
    @Bean
    ServiceAudit serviceAudit(AuditLog audit, BankOpening opening, BankLifecycle lifecycle, BankProperties properties) {
        return new ServiceAudit(audit, opening, lifecycle, properties);
    }
}
