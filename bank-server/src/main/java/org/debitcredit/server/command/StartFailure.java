package org.debitcredit.server.command;

import java.io.IOException;
import java.util.stream.Collectors;
import org.debitcredit.console.FailureText;
import org.debitcredit.journal.JournalDamage;
import org.debitcredit.server.settings.ConfigurationRefused;
import org.debitcredit.server.settings.ListenRefused;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.web.server.PortInUseException;
import picocli.CommandLine;

/**
 * The reason why the server did not start, in one line.
 *
 * @param exitCode 2 for an invalid configuration, 1 for everything else
 */
record StartFailure(String message, int exitCode) {

    static StartFailure of(Throwable failure) {
        PortInUseException portInUse = find(failure, PortInUseException.class);
        if (portInUse != null) {
            return failed("port " + portInUse.getPort()
                    + " (server.port) is in use. Choose another port, or 0 for a free one");
        }
        GrpcBind grpc = GrpcBind.of(find(failure, IOException.class));
        if (grpc != null) {
            return failed("address " + grpc.address()
                    + " (spring.grpc.server.port) is in use, or is not an address of this machine. Choose "
                    + "another port, or 0 for a free one");
        }
        ConfigurationRefused configuration = find(failure, ConfigurationRefused.class);
        if (configuration != null) {
            return wrongUsage(FailureText.of(configuration));
        }
        ListenRefused refused = find(failure, ListenRefused.class);
        if (refused != null) {
            return wrongUsage(FailureText.of(refused));
        }
        BindException binding = find(failure, BindException.class);
        if (binding != null) {
            return wrongUsage(configuration(binding));
        }
        JournalDamage damage = find(failure, JournalDamage.class);
        if (damage != null && damage.lastGoodPosition() >= 0) {
            return failed(FailureText.of(damage) + ". --accept-loss-after " + damage.lastGoodPosition()
                    + " starts anyway and DISCARDS every transaction after that position");
        }
        if (damage != null && damage.keysLostThrough() >= 0) {
            return failed(FailureText.of(damage) + ". --accept-key-loss-through " + damage.keysLostThrough()
                    + " starts anyway and discards the keys of the transactions up to that position: a request that is"
                    + " repeated under one of them is then refused as key-expired");
        }
        String text = FailureText.of(unwrapped(failure));
        String reason = FailureText.of(root(failure));
        boolean isWrapped = failure.getClass().getName().startsWith("org.springframework.");
        return failed(isWrapped && !text.contains(reason) ? text + ": " + reason : text);
    }

    /**
     * The first failure of the chain that has a message of its own, which is neither one of Spring nor that of its
     * cause. If there is none, the last one.
     */
    private static Throwable unwrapped(Throwable failure) {
        Throwable found = failure;
        for (Throwable cause = found.getCause(); cause != null; cause = cause.getCause()) {
            boolean isWrapper = found.getClass().getName().startsWith("org.springframework.")
                    || found.getMessage() == null
                    || cause.toString().equals(found.getMessage());
            if (!isWrapper) {
                return found;
            }
            found = cause;
        }
        return found;
    }

    /** The gRPC server's failure to bind, which it reports only as text. */
    private record GrpcBind(String address) {

        private static final String WORDS = "Failed to bind to address ";

        static @Nullable GrpcBind of(@Nullable IOException failure) {
            String message = failure == null ? null : failure.getMessage();
            return message != null && message.startsWith(WORDS)
                    ? new GrpcBind(message.substring(WORDS.length()).replaceFirst("^/", ""))
                    : null;
        }
    }

    private static String configuration(BindException binding) {
        Throwable root = root(binding);
        if (root instanceof UnboundConfigurationPropertiesException unbound) {
            return "unknown property: "
                    + unbound.getUnboundProperties().stream()
                            .map(property -> property.getName().toString())
                            .collect(Collectors.joining(", "));
        }
        boolean ours = root instanceof IllegalArgumentException
                && root.getStackTrace().length > 0
                && root.getStackTrace()[0].getClassName().startsWith("org.debitcredit.");
        if (ours || binding.getProperty() == null) {
            return FailureText.of(root);
        }
        return binding.getProperty().getName() + " is '" + binding.getProperty().getValue() + "'; "
                + FailureText.of(root);
    }

    private static StartFailure failed(String message) {
        return new StartFailure(message, CommandLine.ExitCode.SOFTWARE);
    }

    private static StartFailure wrongUsage(String message) {
        return new StartFailure(message, CommandLine.ExitCode.USAGE);
    }

    private static Throwable root(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root;
    }

    private static <T extends Throwable> @Nullable T find(Throwable failure, Class<T> type) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (type.isInstance(cause)) {
                return type.cast(cause);
            }
        }
        return null;
    }
}
