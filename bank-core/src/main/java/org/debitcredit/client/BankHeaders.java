package org.debitcredit.client;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ForwardingClientCall;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Names the two banks of each call from one bank to another, in the headers {@code bank-from} and {@code bank-to}. A
 * bank refuses to move money for a call that is meant for another bank, so a service that was founded anew at the same
 * address executes nothing. For use by several threads.
 */
public final class BankHeaders implements ClientInterceptor {

    private static final Metadata.Key<String> FROM = Metadata.Key.of("bank-from", Metadata.ASCII_STRING_MARSHALLER);
    private static final Metadata.Key<String> TO = Metadata.Key.of("bank-to", Metadata.ASCII_STRING_MARSHALLER);

    private final UUID from;
    private volatile @Nullable UUID to;

    /** @param from the bank that calls */
    public BankHeaders(UUID from) {
        this.from = from;
    }

    /** From now on calls are for this bank. Before, they do not say for which one they are. */
    public void callsAreFor(UUID bank) {
        to = bank;
    }

    @Override
    public <Q, R> ClientCall<Q, R> interceptCall(MethodDescriptor<Q, R> method, CallOptions options, Channel next) {
        return new ForwardingClientCall.SimpleForwardingClientCall<>(next.newCall(method, options)) {
            @Override
            public void start(Listener<R> listener, Metadata headers) {
                headers.put(FROM, from.toString());
                UUID callee = to;
                if (callee != null) {
                    headers.put(TO, callee.toString());
                }
                super.start(listener, headers);
            }
        };
    }

    /**
     * The bank that makes a call; null if the call is not one of a bank.
     *
     * @throws IllegalArgumentException if the header is not a bank's id
     */
    public static @Nullable UUID from(Metadata headers) {
        return id(headers, FROM);
    }

    /**
     * The bank that a call is for; null if it does not say that.
     *
     * @throws IllegalArgumentException if the header is not a bank's id
     */
    public static @Nullable UUID to(Metadata headers) {
        return id(headers, TO);
    }

    private static @Nullable UUID id(Metadata headers, Metadata.Key<String> name) {
        String text = headers.get(name);
        if (text == null) {
            return null;
        }
        try {
            return UUID.fromString(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("the header " + name.name() + " is not the id of a bank", e);
        }
    }
}
