package org.debitcredit.server.security;

import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The tokens that were refused lately, by their SHA-256, so that a token that is sent again is not verified again: at
 * most {@value #MAX}, each for {@value #KEPT_MILLIS} ms. For use by all threads.
 */
final class RefusedTokens {

    static final int MAX = 1_000;

    /** A token that is only valid later is verified again after this time. */
    static final long KEPT_MILLIS = 10_000;

    private record Kept(Issuer.Refused verdict, long sinceMillis) {}

    private final Map<ByteBuffer, Kept> entries = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<ByteBuffer, Kept> eldest) {
            return size() > MAX;
        }
    };

    /** The verdict on a token; null if it is not remembered. */
    synchronized Issuer.@Nullable Refused get(ByteBuffer hash, long nowMillis) {
        Kept kept = entries.get(hash);
        if (kept == null) {
            return null;
        }
        // The clock may be set back.
        if (Math.abs(nowMillis - kept.sinceMillis) >= KEPT_MILLIS) {
            entries.remove(hash);
            return null;
        }
        return kept.verdict;
    }

    synchronized void add(ByteBuffer hash, Issuer.Refused verdict, long nowMillis) {
        entries.put(hash, new Kept(verdict, nowMillis));
    }

    synchronized int size() {
        return entries.size();
    }
}
