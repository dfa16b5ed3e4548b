package org.debitcredit.server.network;

import java.io.FileNotFoundException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.debitcredit.console.FileModes;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;
import org.springframework.util.ResourceUtils;

/** The files of the SSL bundles. */
final class TlsFiles {

    private static final Logger LOG = LoggerFactory.getLogger(TlsFiles.class);

    private static final String BUNDLES = "spring.ssl.bundle";

    /** The ends of the settings that name a file, without hyphens, which some forms of a setting lack. */
    private static final Set<String> FILES = Set.of(
            "keystore.certificate",
            "keystore.privatekey",
            "keystore.location",
            "truststore.certificate",
            "truststore.location");

    private static final String INLINE = "-----BEGIN";

    private TlsFiles() {}

    /** Warns of each file that the group of its owner, or others, may write. */
    static void warn(Environment environment) {
        Binder.get(environment)
                .bind(BUNDLES, Bindable.mapOf(String.class, String.class))
                .orElse(Map.of())
                .forEach((setting, location) -> {
                    if (isFile(setting, location) && isWritableByOthers(location)) {
                        LOG.warn(
                                "{}.{} is {}, which its group or others may write. Whoever changes it chooses who is"
                                        + " trusted; run chmod go-w on it",
                                BUNDLES,
                                setting,
                                location);
                    }
                });
    }

    private static boolean isFile(String setting, String location) {
        String plain = setting.toLowerCase(Locale.ROOT).replace("-", "");
        return FILES.stream().anyMatch(plain::endsWith)
                && !location.contains(INLINE)
                && !location.startsWith(ResourceUtils.CLASSPATH_URL_PREFIX);
    }

    private static boolean isWritableByOthers(String location) {
        try {
            Path file = ResourceUtils.getFile(location).toPath();
            return FileModes.isWritableByOthers(file);
        } catch (FileNotFoundException | IllegalArgumentException noFile) {
            return false;
        }
    }
}
