package org.debitcredit.server.network;

import io.grpc.Metadata;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/** The header {@code Authorization} of gRPC calls. */
public final class CallAuthorization {

    private static final Metadata.Key<String> KEY = Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);

    private CallAuthorization() {}

    /** The one authorization; null if there is none. If there are several, an empty text, which is not valid. */
    public static @Nullable String of(Metadata headers) {
        Iterable<String> all = headers.getAll(KEY);
        if (all == null) {
            return null;
        }
        Iterator<String> each = all.iterator();
        String first = each.next();
        return each.hasNext() ? "" : first;
    }
}
