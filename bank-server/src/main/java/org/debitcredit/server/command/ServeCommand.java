package org.debitcredit.server.command;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import org.debitcredit.server.BankServer;
import org.debitcredit.server.lifecycle.BankLifecycle;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.grpc.server.lifecycle.GrpcServerLifecycle;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Unmatched;

/** Runs the service until it is told to stop. */
@Command(
        name = "serve",
        description = "Run the service. Every option sets a property of the configuration; any other property can be "
                + "given as --name.of.property=value.",
        mixinStandardHelpOptions = true)
public final class ServeCommand implements Callable<Integer> {

    @Spec
    private @Nullable CommandSpec spec;

    @Option(names = "--data", paramLabel = "DIR", description = "Directory of the bank (./data).")
    private @Nullable String data;

    @Option(
            names = "--ledger",
            paramLabel = "KIND",
            description = "Where balances are kept: h2, memory or a JDBC URL (h2). Its user and password: "
                    + "--bank.database.user=NAME, and the environment variable BANK_DATABASE_PASSWORD or "
                    + "--bank.database.password-file=FILE.")
    private @Nullable String ledger;

    @Option(
            names = "--projection",
            paramLabel = "URL",
            description = "Follow the journal into this database, for statements: a JDBC URL of SQLite, PostgreSQL or "
                    + "MariaDB. Its user and password: --bank.projection.user=NAME, and the environment variable "
                    + "BANK_PROJECTION_PASSWORD or --bank.projection.password-file=FILE.")
    private @Nullable String projection;

    @Option(
            names = "--journal",
            paramLabel = "KIND",
            description = "How the journal is kept: chronicle or file (chronicle).")
    private @Nullable String journal;

    @Option(
            names = "--mirror",
            paramLabel = "DIR",
            description = "Keep everything twice: a second data directory, on another device.")
    private @Nullable String mirror;

    @Option(
            names = "--accept-lone-copy",
            description = "Start a mirrored bank from one copy, which may lack what was acknowledged without it.")
    private @Nullable Boolean acceptLoneCopy;

    @Option(
            names = "--accept-loss-after",
            paramLabel = "POSITION",
            description =
                    "Go on with a damaged journal, without what lies behind this position, as the refusal named it.")
    private @Nullable Long acceptLossAfter;

    @Option(names = "--preset", paramLabel = "NAME", description = "Rule set: gray2005 or tpca (gray2005).")
    private @Nullable String preset;

    @Option(names = "--branches", paramLabel = "N", description = "Size of the bank (10).")
    private @Nullable Integer branches;

    @Option(names = "--port", paramLabel = "N", description = "HTTP port, 0 for a free one (8080).")
    private @Nullable Integer port;

    @Option(names = "--grpc-port", paramLabel = "N", description = "gRPC port, 0 for a free one (9090).")
    private @Nullable Integer grpcPort;

    @Option(names = "--address", paramLabel = "ADDRESS", description = "Address of both ports (127.0.0.1).")
    private @Nullable String address;

    @Unmatched
    private List<String> properties = new ArrayList<>();

    @Override
    public Integer call() throws InterruptedException {
        requireProperties();
        try (ConfigurableApplicationContext server = application().run(springArguments())) {
            BankLifecycle bank = server.getBean(BankLifecycle.class);
            bank.opened().join();
            System.out.println("{\"ready\":true,\"httpPort\":"
                    + server.getEnvironment().getRequiredProperty("local.server.port") + ",\"grpcPort\":"
                    + server.getBean(GrpcServerLifecycle.class).getPort() + "}");
            bank.awaitClosed();
            return CommandLine.ExitCode.OK;
        } catch (CompletionException e) {
            return failed(e.getCause() == null ? e : e.getCause());
        } catch (RuntimeException e) {
            return failed(e);
        }
    }

    private static SpringApplication application() {
        return new SpringApplication(BankServer.class);
    }

    private int failed(Throwable failure) {
        StartFailure start = StartFailure.of(failure);
        System.err.println("bank: " + start.message());
        return start.exitCode();
    }

    private void requireProperties() {
        for (String argument : properties) {
            if (!argument.matches("--[A-Za-z][A-Za-z0-9-]*(\\.[^=]+)=.*")) {
                throw new CommandLine.ParameterException(
                        spec().commandLine(),
                        "unknown option or argument: '" + argument + "'; a property is --name.of.property=value");
            }
        }
    }

    private CommandSpec spec() {
        if (spec == null) {
            throw new IllegalStateException("not run by the command line");
        }
        return spec;
    }

    private String[] springArguments() {
        List<String> arguments = new ArrayList<>(properties);
        add(arguments, "bank.data", data);
        add(arguments, "bank.ledger", ledger);
        add(arguments, "bank.projection.url", projection);
        add(arguments, "bank.journal.kind", journal);
        add(arguments, "bank.journal.mirror.directory", mirror);
        add(arguments, "bank.journal.mirror.accept-lone-copy", acceptLoneCopy);
        add(arguments, "bank.journal.accept-loss-after", acceptLossAfter);
        add(arguments, "bank.preset", preset);
        add(arguments, "bank.branches", branches);
        add(arguments, "server.port", port);
        add(arguments, "spring.grpc.server.port", grpcPort);
        add(arguments, "server.address", address);
        add(arguments, "spring.grpc.server.address", address);
        return arguments.toArray(String[]::new);
    }

    private static void add(List<String> arguments, String property, @Nullable Object value) {
        if (value != null) {
            arguments.add("--" + property + "=" + value);
        }
    }
}
