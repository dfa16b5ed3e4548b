package org.debitcredit.server.command;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.debitcredit.server.settings.BankProperties;
import org.debitcredit.server.settings.EnvironmentVariables;
import org.debitcredit.server.settings.ReplacedLists;
import org.debitcredit.server.settings.WrittenNumbers;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** The configuration of the service and nothing else, for commands that need no network. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(BankProperties.class)
class ServiceConfiguration {

    /** What a command does with the configuration; returns its exit code. */
    interface Use {
        int with(BankProperties configured) throws IOException;
    }

    /**
     * Runs a command with the configuration, and prints why it failed, if it did; returns the exit code.
     *
     * @param properties arguments of the form {@code --name.of.property=value}
     * @param bank the command's other options for the configuration
     */
    static int run(List<String> properties, BankOptions bank, CommandSpec command, Use use) {
        BankOptions.requireProperties(properties, command);
        List<String> arguments = new ArrayList<>(properties);
        bank.addTo(arguments);
        try {
            EnvironmentVariables.requireKnown(System.getenv().keySet());
        } catch (IllegalArgumentException e) {
            System.err.println("bank: " + e.getMessage());
            return CommandLine.ExitCode.USAGE;
        }
        try (ConfigurableApplicationContext context = read(arguments)) {
            return use.with(context.getBean(BankProperties.class));
        } catch (IOException | RuntimeException e) {
            StartFailure failure = StartFailure.of(e);
            System.err.println("bank: " + failure.message());
            return failure.exitCode();
        }
    }

    private static ConfigurableApplicationContext read(List<String> arguments) {
        // Spring Boot configures the logging itself, and would warn about this property.
        System.clearProperty("logback.configurationFile");
        SpringApplication application = new SpringApplication(ServiceConfiguration.class);
        application.setWebApplicationType(WebApplicationType.NONE);
        application.setBannerMode(Banner.Mode.OFF);
        application.setLogStartupInfo(false);
        application.setRegisterShutdownHook(false);
        application.addListeners(new KnownProfiles(), new ReplacedLists(), new WrittenNumbers());
        return application.run(arguments.toArray(String[]::new));
    }
}
