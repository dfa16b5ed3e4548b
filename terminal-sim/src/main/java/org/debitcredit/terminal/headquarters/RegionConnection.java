package org.debitcredit.terminal.headquarters;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import org.debitcredit.client.BankClient;
import org.debitcredit.client.PostingsFollower;
import org.debitcredit.client.ServedBank;
import org.debitcredit.console.Printable;
import org.debitcredit.terminal.console.RunFailure;
import org.jspecify.annotations.Nullable;

/**
 * How headquarters connects to a region.
 *
 * @param regions number of all regions
 */
record RegionConnection(
        RegionAddress address, int regions, @Nullable String token, boolean tls) {

    private static final Duration CALL_MAX = Duration.ofSeconds(2);

    /** How long a service gathers transactions for a message. Pages and cuts of days need no more than seconds. */
    private static final Duration GATHER = Duration.ofMillis(100);

    /**
     * What the service says of its bank; null if it does not answer.
     *
     * @throws RunFailure if it refuses, or is another region
     */
    @Nullable
    NationFacts facts() {
        BankClient.Options options = new BankClient.Options(token, Duration.ZERO, false, CALL_MAX);
        ServedBank bank;
        try (BankClient client = tls
                ? BankClient.tls(address.host(), address.port(), options)
                : BankClient.plaintext(address.host(), address.port(), options)) {
            bank = client.bank();
        } catch (StatusRuntimeException e) {
            if (isPassing(e.getStatus().getCode())) {
                return null;
            }
            throw new RunFailure(address + " refuses: " + words(e.getStatus()), e);
        }
        Integer number = bank.region();
        if (number == null || number != address.number()) {
            throw new RunFailure("the service at " + address.host() + ":" + address.port() + " is "
                    + (number == null ? "no region" : "region " + number) + ", and --region says that it is region "
                    + address.number() + "; correct --region");
        }
        Integer count = bank.regions();
        if (count == null || count != regions) {
            throw new RunFailure(address + " says that there are " + count + " regions, and " + regions
                    + " are named; give --region for each of them");
        }
        return new NationFacts(bank.scale(), bank.currency());
    }

    /** The code of a status and its description, for people. */
    static String words(Status status) {
        return Printable.refusal(status.getCode(), status.getDescription());
    }

    private static boolean isPassing(Status.Code code) {
        return code == Status.Code.UNAVAILABLE
                || code == Status.Code.DEADLINE_EXCEEDED
                || code == Status.Code.RESOURCE_EXHAUSTED
                || code == Status.Code.CANCELLED
                || code == Status.Code.UNKNOWN;
    }

    PostingsFollower.Connection stream() {
        PostingsFollower.Connection stream = tls
                ? PostingsFollower.tls(address.host(), address.port(), token)
                : PostingsFollower.plaintext(address.host(), address.port(), token);
        return stream.gathering(GATHER);
    }
}
