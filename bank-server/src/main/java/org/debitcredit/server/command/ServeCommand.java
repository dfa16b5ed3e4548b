package org.debitcredit.server.command;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import org.debitcredit.console.EndOfInput;
import org.debitcredit.recovery.RunningBank;
import org.debitcredit.server.BankServer;
import org.debitcredit.server.lifecycle.BankLifecycle;
import org.debitcredit.server.lifecycle.QueuedLog;
import org.debitcredit.server.settings.EnvironmentVariables;
import org.debitcredit.server.settings.ReplacedLists;
import org.debitcredit.server.settings.WrittenNumbers;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.grpc.server.lifecycle.GrpcServerLifecycle;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Unmatched;
import tools.jackson.databind.json.JsonMapper;

/** Runs the service until it is stopped. */
@Command(
        name = "serve",
        description = "Run the service. Every option sets a property of the configuration. Any other property can be "
                + "given as --name.of.property=value.",
        mixinStandardHelpOptions = true)
public final class ServeCommand implements Callable<Integer> {

    private static final Logger LOG = LoggerFactory.getLogger(ServeCommand.class);

    @Spec
    private @Nullable CommandSpec spec;

    @Mixin
    private final BankOptions bank = new BankOptions();

    @Mixin
    private final StartOptions start = new StartOptions();

    @Mixin
    private final ServeOptions own = new ServeOptions();

    @Unmatched
    private List<String> properties = new ArrayList<>();

    @Override
    public Integer call() throws InterruptedException {
        BankOptions.requireProperties(properties, spec());
        EndOfInput.watchIfAsked();
        try {
            EnvironmentVariables.requireKnown(System.getenv().keySet());
        } catch (IllegalArgumentException e) {
            System.err.println("bank: " + e.getMessage());
            return CommandLine.ExitCode.USAGE;
        }
        // Standard output is for other programs to read, so Spring Boot's log goes to standard error.
        PrintStream out = System.out;
        System.setOut(System.err);
        try (ConfigurableApplicationContext server = application().run(springArguments())) {
            BankLifecycle lifecycle = server.getBean(BankLifecycle.class);
            RunningBank opened = lifecycle.opened().join();
            int httpPort = server.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
            int grpcPort = server.getBean(GrpcServerLifecycle.class).getPort();
            LOG.info(StartReport.of(server, opened.identity(), httpPort, grpcPort));
            out.println(JsonMapper.shared()
                    .createObjectNode()
                    .put("ready", true)
                    .put("httpPort", httpPort)
                    .put("grpcPort", grpcPort));
            lifecycle.awaitClosed();
            return CommandLine.ExitCode.OK;
        } catch (CompletionException e) {
            return failed(e.getCause() == null ? e : e.getCause());
        } catch (RuntimeException e) {
            return failed(e);
        } finally {
            QueuedLog.finish();
            System.setOut(out);
        }
    }

    private static SpringApplication application() {
        SpringApplication application = new SpringApplication(BankServer.class);
        application.addListeners(new KnownProfiles(), new ReplacedLists(), new WrittenNumbers(), new QueuedLog());
        return application;
    }

    private int failed(Throwable failure) {
        StartFailure start = StartFailure.of(failure);
        System.err.println("bank: " + start.message());
        return start.exitCode();
    }

    private CommandSpec spec() {
        if (spec == null) {
            throw new IllegalStateException("internal error: the command was not started by the command line");
        }
        return spec;
    }

    private String[] springArguments() {
        List<String> arguments = new ArrayList<>(properties);
        bank.addTo(arguments);
        start.addTo(arguments);
        own.addTo(arguments);
        return arguments.toArray(String[]::new);
    }
}
