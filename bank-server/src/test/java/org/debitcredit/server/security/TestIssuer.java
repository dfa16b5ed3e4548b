package org.debitcredit.server.security;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.crypto.factories.DefaultJWSSignerFactory;
import com.nimbusds.jose.crypto.opts.AllowWeakRSAKey;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Set;

/** An issuer with keys of its own, made for a test. */
public final class TestIssuer {

    public static final String NAME = "https://issuer.example";
    public static final String AUDIENCE = "bank";

    public final RSAKey rsa = rsa("rsa-1", 2_048);
    public final ECKey ec = ec("ec-1");

    static RSAKey rsa(String id, int bits) {
        try {
            return new RSAKeyGenerator(bits, true).keyID(id).generate();
        } catch (JOSEException e) {
            throw new AssertionError(e);
        }
    }

    static ECKey ec(String id) {
        try {
            return new ECKeyGenerator(Curve.P_256).keyID(id).generate();
        } catch (JOSEException e) {
            throw new AssertionError(e);
        }
    }

    /** The public keys, as an issuer publishes them. */
    public String keys() {
        return keys(rsa, ec);
    }

    static String keys(JWK... keys) {
        return new JWKSet(List.of(keys)).toString(true);
    }

    /** Replaces a file by the public keys. */
    public Path write(Path file) {
        return write(file, keys());
    }

    static Path write(Path file, String keys) {
        try {
            return Files.writeString(file, keys);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** Claims that are right, of a token that is good for five minutes. */
    public static JWTClaimsSet.Builder claims(String subject, Instant now) {
        return new JWTClaimsSet.Builder()
                .issuer(NAME)
                .audience(AUDIENCE)
                .subject(subject)
                .issueTime(Date.from(now))
                .expirationTime(Date.from(now.plusSeconds(300)));
    }

    /** A token of right claims. */
    public String token(String subject) {
        return token(JWSAlgorithm.ES256, ec, claims(subject, Instant.now()));
    }

    public static String token(JWSAlgorithm algorithm, JWK key, JWTClaimsSet.Builder claims) {
        return token(new JWSHeader.Builder(algorithm).keyID(key.getKeyID()).build(), key, claims);
    }

    static String token(JWSHeader header, JWK key, JWTClaimsSet.Builder claims) {
        try {
            JWSSigner signer = key instanceof RSAKey rsa
                    ? new RSASSASigner(rsa, Set.of(AllowWeakRSAKey.getInstance()))
                    : new DefaultJWSSignerFactory().createJWSSigner(key, header.getAlgorithm());
            SignedJWT token = new SignedJWT(header, claims.build());
            token.sign(signer);
            return token.serialize();
        } catch (JOSEException e) {
            throw new AssertionError(e);
        }
    }
}
