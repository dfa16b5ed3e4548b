package org.debitcredit.server.command;

import org.debitcredit.server.settings.ConfigurationRefused;
import org.springframework.boot.context.event.ApplicationEnvironmentPreparedEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.core.env.ConfigurableEnvironment;

/**
 * Refuses a start with a profile that has no configuration file. Otherwise the service would use the defaults, and a
 * mistyped name or another working directory would open another bank.
 */
final class KnownProfiles implements ApplicationListener<ApplicationEnvironmentPreparedEvent> {

    @Override
    public void onApplicationEvent(ApplicationEnvironmentPreparedEvent event) {
        ConfigurableEnvironment environment = event.getEnvironment();
        for (String profile : environment.getActiveProfiles()) {
            if (environment.getPropertySources().stream()
                    .noneMatch(source -> source.getName().contains("application-" + profile + "."))) {
                throw new ConfigurationRefused(
                        "spring.profiles.active names '" + profile + "', but there is no file application-"
                                + profile
                                + ".yaml in the working directory or in its subdirectory config. The working "
                                + "directory is "
                                + System.getProperty("user.dir"));
            }
        }
    }
}
