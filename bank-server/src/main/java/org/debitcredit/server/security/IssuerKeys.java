package org.debitcredit.server.security;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.RSAKey;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URLConnection;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.ParseException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** Reads the public keys of an issuer, from a file or a URL: a bounded number of bytes, in a bounded time. */
final class IssuerKeys {

    static final int BYTES_MAX = 65_536;
    static final int KEYS_MAX = 32;
    static final int RSA_BITS_MIN = 2_048;

    /** For the connection, and for each piece that arrives. */
    private static final Duration WAIT_MAX = Duration.ofSeconds(5);

    /** From the first piece to the last. */
    private static final Duration READ_MAX = Duration.ofSeconds(10);

    private static final int PIECE_BYTES = 8_192;

    private IssuerKeys() {}

    static JWKSet read(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return parse(in.readNBytes(BYTES_MAX + 1));
        }
    }

    /** Redirects are not followed. */
    static JWKSet fetch(URI url, LongSupplier nanoTime) throws IOException {
        URLConnection connection = url.toURL().openConnection();
        if (!(connection instanceof HttpURLConnection http)) {
            throw new IOException("the URL is not one of HTTP");
        }
        http.setInstanceFollowRedirects(false);
        http.setConnectTimeout((int) WAIT_MAX.toMillis());
        http.setReadTimeout((int) WAIT_MAX.toMillis());
        http.setRequestProperty("Accept", "application/jwk-set+json, application/json");
        try {
            int status = http.getResponseCode();
            if (status != HttpURLConnection.HTTP_OK) {
                throw new IOException("the answer has status " + status);
            }
            try (InputStream in = http.getInputStream()) {
                return parse(bytes(in, nanoTime));
            }
        } finally {
            http.disconnect();
        }
    }

    private static byte[] bytes(InputStream in, LongSupplier nanoTime) throws IOException {
        long begunNanos = nanoTime.getAsLong();
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        byte[] piece = new byte[PIECE_BYTES];
        int length;
        while (all.size() <= BYTES_MAX && (length = in.read(piece)) >= 0) {
            all.write(piece, 0, length);
            if (nanoTime.getAsLong() - begunNanos > READ_MAX.toNanos()) {
                throw new IOException("the answer is not complete after "
                        + TimeUnit.NANOSECONDS.toSeconds(READ_MAX.toNanos()) + " s");
            }
        }
        return all.toByteArray();
    }

    /** The keys that can verify a signature. Others, which a set may contain too, are left out. */
    static JWKSet parse(byte[] json) throws IOException {
        if (json.length > BYTES_MAX) {
            throw new IOException("the key set has more than " + BYTES_MAX + " bytes");
        }
        List<JWK> usable;
        try {
            usable = JWKSet.parse(new String(json, StandardCharsets.UTF_8)).getKeys().stream()
                    .filter(IssuerKeys::isUsable)
                    .map(JWK::toPublicJWK)
                    .toList();
        } catch (ParseException e) {
            throw new IOException("it is not a JSON Web Key Set (RFC 7517)", e);
        }
        if (usable.isEmpty() || usable.size() > KEYS_MAX) {
            throw new IOException("the key set has " + usable.size() + " usable keys; it must have 1 to " + KEYS_MAX
                    + ": RSA of " + RSA_BITS_MIN + " bits or more, or EC on P-256");
        }
        return new JWKSet(usable);
    }

    private static boolean isUsable(JWK key) {
        if (key.getKeyUse() != null && !key.getKeyUse().equals(KeyUse.SIGNATURE)) {
            return false;
        }
        try {
            if (key instanceof RSAKey rsa) {
                return rsa.toRSAPublicKey().getModulus().bitLength() >= RSA_BITS_MIN;
            }
            if (key instanceof ECKey ec) {
                ec.toECPublicKey();
                return ec.getCurve().equals(Curve.P_256);
            }
            return false;
        } catch (JOSEException unusable) {
            return false;
        }
    }
}
