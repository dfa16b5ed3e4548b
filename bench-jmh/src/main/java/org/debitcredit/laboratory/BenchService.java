package org.debitcredit.laboratory;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import org.debitcredit.bank.Preset;
import org.debitcredit.client.BankClient;
import org.debitcredit.client.ServedBank;
import org.debitcredit.console.GrpcAddress;
import org.debitcredit.streams.RemoteStreams;
import org.debitcredit.streams.SecondListener;
import org.debitcredit.streams.StreamSettings;
import org.jspecify.annotations.Nullable;

/**
 * A service elsewhere.
 *
 * @param token bearer token; null where the service asks for none
 * @param calls whether each transaction goes in a call of its own
 */
record BenchService(GrpcAddress address, @Nullable String token, boolean calls) implements BenchTarget {

    private static final String RIGHT = "--url must be HOST:PORT of a running service's gRPC port, in plain text";

    /**
     * Reads where the service is.
     *
     * @param url {@code HOST:PORT}
     */
    static BenchService parse(String url, @Nullable String token, boolean calls) {
        return new BenchService(GrpcAddress.parse("--url", url), token, calls);
    }

    @Override
    public BenchFigures run(StreamSettings settings, SecondListener listener) {
        BankClient.Options options = new BankClient.Options(token, Duration.ZERO, false);
        try {
            RemoteStreams.Outcome outcome = RemoteStreams.run(
                    () -> BankClient.plaintext(address.host(), address.port(), options),
                    Preset.TPCA,
                    calls,
                    settings,
                    listener);
            ServedBank bank = outcome.bank();
            return new BenchFigures(
                    settings,
                    outcome.result(),
                    bank.ledger(),
                    bank.journal(),
                    bank.scale().accounts(),
                    bank.isDurable(),
                    outcome.sumsHold(),
                    false);
        } catch (StatusRuntimeException e) {
            throw new IllegalStateException(told(e.getStatus()), e);
        }
    }

    /** The failure and its remedy, in one line. */
    private String told(Status status) {
        return switch (status.getCode()) {
            case UNAVAILABLE -> "no bank answers at " + this + " (" + reason(status) + "); " + RIGHT;
            case UNAUTHENTICATED ->
                "the service at " + this + " requires a valid token. Give one by --token-file or in BANK_TOKEN";
            case PERMISSION_DENIED ->
                "the token does not have the roles that are needed at " + this
                        + ". It must have the role terminal, and operator or auditor for the sums";
            default ->
                "the server at " + this + " answered " + status.getCode() + " (" + reason(status) + "); " + RIGHT;
        };
    }

    /** The first line of the root cause's message, without the name of the system call. */
    private static String reason(Status status) {
        Throwable root = status.getCause();
        while (root != null && root.getCause() != null) {
            root = root.getCause();
        }
        String text = root == null || root.getMessage() == null ? status.getDescription() : root.getMessage();
        return text == null
                ? "no reason given"
                : text.lines()
                        .findFirst()
                        .orElse("")
                        .replaceFirst("^\\w+\\(.*?\\) failed with error\\(-?\\d+\\): ", "");
    }

    /** Names the service; the token is shown nowhere. */
    @Override
    public String toString() {
        return address.toString();
    }
}
