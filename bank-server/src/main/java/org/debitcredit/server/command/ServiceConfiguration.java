package org.debitcredit.server.command;

import java.util.List;
import org.debitcredit.server.settings.BankProperties;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

/** The configuration of the service and nothing else, for commands that need no network. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(BankProperties.class)
class ServiceConfiguration {

    /** Reads it from all of its sources, and from arguments of the form {@code --name.of.property=value}. */
    static ConfigurableApplicationContext read(List<String> arguments) {
        // Spring Boot configures the logging itself, and would warn about this property.
        System.clearProperty("logback.configurationFile");
        SpringApplication application = new SpringApplication(ServiceConfiguration.class);
        application.setWebApplicationType(WebApplicationType.NONE);
        application.setBannerMode(Banner.Mode.OFF);
        application.setLogStartupInfo(false);
        application.setRegisterShutdownHook(false);
        application.addListeners(new KnownProfiles());
        return application.run(arguments.toArray(String[]::new));
    }
}
