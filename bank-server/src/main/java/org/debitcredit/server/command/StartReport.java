package org.debitcredit.server.command;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.debitcredit.bank.BankIdentity;
import org.debitcredit.recovery.LedgerChoice;
import org.debitcredit.server.settings.BankProperties;
import org.debitcredit.settings.BankSettings;
import org.debitcredit.storage.FileSystemKind;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.ConfigurableEnvironment;

/** One block for the log: the bank, the places of its files, and its addresses and security. */
final class StartReport {

    private static final Pattern FILE = Pattern.compile("\\[(?:file:)?([^\\]]+\\.(?:ya?ml|properties))\\]");
    private static final double GIB = 1L << 30;

    private StartReport() {}

    static String of(ConfigurableApplicationContext server, BankIdentity bank, int httpPort, int grpcPort) {
        BankSettings settings = server.getBean(BankSettings.class);
        LedgerChoice ledger = server.getBean(LedgerChoice.class);
        ConfigurableEnvironment environment = server.getEnvironment();
        String address = environment.getProperty("server.address", "127.0.0.1");
        Path mirror = settings.journal().mirror();
        return String.join(
                System.lineSeparator() + "  ",
                "ready",
                String.format(
                        Locale.ROOT,
                        "process   JDK %s, %d processors, heap of at most %.1f GiB",
                        Runtime.version(),
                        Runtime.getRuntime().availableProcessors(),
                        Runtime.getRuntime().maxMemory() / GIB),
                "bank      " + bank.id() + ", " + bank.scale() + ", " + bank.currency(),
                "data      " + place(settings.data()),
                "mirror    " + (mirror == null ? "none: everything is on one disk" : place(mirror)),
                "ledger    "
                        + (ledger.database() == null
                                ? ledger.kind()
                                : ledger.database().toString()),
                "journal   " + settings.journal().kind(),
                "config    " + files(environment),
                "address   HTTP " + address + ":" + httpPort + ", gRPC "
                        + environment.getProperty("spring.grpc.server.address", address) + ":" + grpcPort,
                "security  " + security(server.getBean(BankProperties.class), environment));
    }

    private static String place(Path directory) {
        try {
            FileSystemKind disk = FileSystemKind.of(directory);
            return String.format(
                    Locale.ROOT,
                    "%s, %s, %.1f GiB free%s",
                    directory.toAbsolutePath().normalize(),
                    disk,
                    disk.usableBytes() / GIB,
                    disk.isMemory() ? ", NOT DURABLE: this file system is in memory" : "");
        } catch (IOException e) {
            return directory.toAbsolutePath().normalize().toString();
        }
    }

    private static String files(ConfigurableEnvironment environment) {
        List<String> files = environment.getPropertySources().stream()
                .filter(source -> !source.getName().contains("class path resource"))
                .map(source -> FILE.matcher(source.getName()))
                .filter(Matcher::find)
                .map(matcher -> matcher.group(1))
                .toList();
        String profiles = String.join(", ", environment.getActiveProfiles());
        return (files.isEmpty() ? "no file, only defaults" : String.join(", ", files))
                + (profiles.isEmpty() ? "" : "; profiles " + profiles);
    }

    private static String security(BankProperties bank, ConfigurableEnvironment environment) {
        int tokens = bank.security().tokens().size();
        return (tokens == 0 ? "no tokens: everyone who reaches the address may do everything" : tokens + " tokens")
                + ", " + tls(environment);
    }

    private static String tls(ConfigurableEnvironment environment) {
        String bundle = environment.getProperty("server.ssl.bundle");
        if (bundle != null) {
            return "TLS bundle " + bundle;
        }
        boolean hasKey = environment.containsProperty("server.ssl.certificate")
                || environment.containsProperty("server.ssl.key-store");
        return hasKey ? "TLS" : "no TLS";
    }
}
