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
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.ParseException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Reads the public keys of an issuer, from a file or a URL: a bounded number of bytes, and from a URL in a bounded
 * time.
 */
final class IssuerKeys {

    static final int BYTES_MAX = 65_536;
    static final int KEYS_MAX = 32;
    static final int RSA_BITS_MIN = 2_048;

    private static final int OK = 200;
    private static final Duration CONNECT_MAX = Duration.ofSeconds(5);

    private static final HttpClient HTTP = HttpClient.newBuilder()
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(CONNECT_MAX)
            .build();

    private IssuerKeys() {}

    static JWKSet read(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return parse(in.readNBytes(BYTES_MAX + 1));
        }
    }

    /**
     * Reads the keys from a URL. Redirects are not followed.
     *
     * @param max from the look-up of the host's name to the last byte
     */
    static JWKSet fetch(URI url, Duration max) throws IOException {
        HttpRequest request = HttpRequest.newBuilder(url)
                .header("Accept", "application/jwk-set+json, application/json")
                .build();
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        CompletableFuture<HttpResponse<Void>> answer = HTTP.sendAsync(
                request,
                HttpResponse.BodyHandlers.ofByteArrayConsumer(piece -> piece.ifPresent(bytes -> add(bytes, body))));
        try {
            int status = answer.get(max.toMillis(), TimeUnit.MILLISECONDS).statusCode();
            if (status != OK) {
                throw new IOException("the answer has status " + status);
            }
            return parse(body.toByteArray());
        } catch (TimeoutException e) {
            throw new IOException("the answer is not complete after " + max.toMillis() + " ms", e);
        } catch (ExecutionException e) {
            throw new IOException(String.valueOf(e.getCause()), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        } finally {
            answer.cancel(true);
        }
    }

    /** Keeps one byte more than there may be. */
    private static void add(byte[] bytes, ByteArrayOutputStream body) {
        body.write(bytes, 0, Math.min(bytes.length, BYTES_MAX + 1 - body.size()));
    }

    /** The keys that can verify a signature, maybe none. Others, which a set may contain too, are left out. */
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
        if (usable.size() > KEYS_MAX) {
            throw new IOException(
                    "the key set has " + usable.size() + " usable keys; it must have at most " + KEYS_MAX);
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
