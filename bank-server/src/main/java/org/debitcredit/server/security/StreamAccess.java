package org.debitcredit.server.security;

import java.time.InstantSource;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The access of a stream that stays open. Its credentials are checked again, at most once per second. So a stream does
 * not outlive a certificate, a token of an issuer, or a key that the issuer has withdrawn. For use by all threads.
 */
public final class StreamAccess {

    private static final long INTERVAL_MILLIS = 1_000;

    private final Supplier<Access> check;
    private final InstantSource clock;
    private volatile long checkedMillis;
    private volatile Access.@Nullable Unauthenticated ended;

    /** @param check the check that was passed when the stream began */
    StreamAccess(Supplier<Access> check, InstantSource clock) {
        this.check = check;
        this.clock = clock;
        this.checkedMillis = clock.millis();
    }

    /** Why the stream has to end; null while its credentials are valid. */
    public Access.@Nullable Unauthenticated ended() {
        long now = clock.millis();
        // The clock may be set back.
        if (Math.abs(now - checkedMillis) >= INTERVAL_MILLIS) {
            checkedMillis = now;
            ended = check.get() instanceof Access.Unauthenticated who ? who : null;
        }
        return ended;
    }
}
