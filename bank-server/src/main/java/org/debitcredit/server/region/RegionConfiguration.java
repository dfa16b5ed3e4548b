package org.debitcredit.server.region;

import io.micrometer.core.instrument.MeterRegistry;
import org.debitcredit.server.loop.RequestGateway;
import org.debitcredit.server.settings.BankProperties;
import org.debitcredit.settings.BankSettings;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Makes this service a region, if it has a number. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnProperty("bank.region.number")
public class RegionConfiguration {

    @Bean
    Regions regions(BankProperties properties, BankSettings settings, RequestGateway gateway, MeterRegistry registry) {
        return new Regions(properties.region(), settings, gateway, registry);
    }

    @Bean
    OutOfTownRequests outOfTownRequests(Regions regions, BankSettings settings) {
        return new OutOfTownRequests(regions, settings.scale());
    }
}
