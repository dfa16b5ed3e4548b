package org.debitcredit.server.command;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import org.debitcredit.recovery.RunningBank;
import org.debitcredit.server.BankServer;
import org.debitcredit.server.lifecycle.BankLifecycle;
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
import picocli.CommandLine.Option;
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

    @Option(
            names = "--found",
            description =
                    "Found the bank first. This is refused where a bank is or left a trace. Leave it out at later "
                            + "starts.")
    private @Nullable Boolean found;

    @Option(
            names = "--accept-lone-copy",
            description =
                    "Start a mirrored bank from one copy alone. Transactions that only the other copy acknowledged "
                            + "are lost.")
    private @Nullable Boolean acceptLoneCopy;

    @Option(
            names = "--accept-loss-after",
            paramLabel = "POSITION",
            description =
                    "Start although the journal is damaged, and DISCARD every transaction after this position. Take the"
                            + " position from the message of the refused start.")
    private @Nullable Long acceptLossAfter;

    @Option(
            names = "--accept-key-loss-through",
            paramLabel = "POSITION",
            description =
                    "Start although the journal is damaged before the oldest balances that are kept, and discard the "
                            + "keys of"
                            + " the transactions up to this position. Take it from the message of the refused start. "
                            + "Leave it out at later starts.")
    private @Nullable Long acceptKeyLossThrough;

    @Option(
            names = "--accept-keys-from-now",
            description = "After a wrong clock was corrected: accept keys of the current time again, although keys of "
                    + "later times were executed and"
                    + " forgotten. If one of those is sent again, it is executed again. Leave it out at "
                    + "later starts.")
    private @Nullable Boolean acceptKeysFromNow;

    @Option(names = "--port", paramLabel = "N", description = "HTTP port; 0 chooses a free one (8080).")
    private @Nullable Integer port;

    @Option(names = "--grpc-port", paramLabel = "N", description = "gRPC port; 0 chooses a free one (9090).")
    private @Nullable Integer grpcPort;

    @Option(names = "--address", paramLabel = "ADDRESS", description = "Address of both ports (127.0.0.1).")
    private @Nullable String address;

    @Unmatched
    private List<String> properties = new ArrayList<>();

    @Override
    public Integer call() throws InterruptedException {
        BankOptions.requireProperties(properties, spec());
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
            System.setOut(out);
        }
    }

    private static SpringApplication application() {
        SpringApplication application = new SpringApplication(BankServer.class);
        application.addListeners(new KnownProfiles(), new ReplacedLists(), new WrittenNumbers());
        return application;
    }

    private int failed(Throwable failure) {
        StartFailure start = StartFailure.of(failure);
        System.err.println("bank: " + start.message());
        return start.exitCode();
    }

    private CommandSpec spec() {
        if (spec == null) {
            throw new IllegalStateException("this method is not called by the command line");
        }
        return spec;
    }

    private String[] springArguments() {
        List<String> arguments = new ArrayList<>(properties);
        bank.addTo(arguments);
        BankOptions.add(arguments, "bank.found", found);
        BankOptions.add(arguments, "bank.journal.mirror.accept-lone-copy", acceptLoneCopy);
        BankOptions.add(arguments, "bank.journal.accept-loss-after", acceptLossAfter);
        BankOptions.add(arguments, "bank.journal.accept-key-loss-through", acceptKeyLossThrough);
        BankOptions.add(arguments, "bank.journal.accept-keys-from-now", acceptKeysFromNow);
        BankOptions.add(arguments, "server.port", port);
        BankOptions.add(arguments, "spring.grpc.server.port", grpcPort);
        BankOptions.add(arguments, "server.address", address);
        BankOptions.add(arguments, "spring.grpc.server.address", address);
        return arguments.toArray(String[]::new);
    }
}
