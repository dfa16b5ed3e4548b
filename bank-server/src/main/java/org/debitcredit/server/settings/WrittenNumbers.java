package org.debitcredit.server.settings;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.event.ApplicationEnvironmentPreparedEvent;
import org.springframework.boot.origin.Origin;
import org.springframework.boot.origin.OriginLookup;
import org.springframework.boot.origin.TextResourceOrigin;
import org.springframework.context.ApplicationListener;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.io.Resource;

/**
 * Refuses a start with a number that YAML reads as another one: {@code 010} is 8 there, and {@code 10:20} is 620. In
 * the branches of a client's scope, such a number would name another branch than the intended one.
 */
public final class WrittenNumbers implements ApplicationListener<ApplicationEnvironmentPreparedEvent> {

    private static final String PREFIX = "bank.";
    private static final Set<Class<?>> INTEGERS = Set.of(Integer.class, Long.class, BigInteger.class);

    /** A number at its place in a line, maybe after a tag or an anchor. */
    private static final Pattern NUMBER = Pattern.compile("(?:[&!]\\S*\\s+)*\\+?(-?[0-9][0-9A-Za-z_:]*).*");

    @Override
    public void onApplicationEvent(ApplicationEnvironmentPreparedEvent event) {
        event.getEnvironment().getPropertySources().forEach(WrittenNumbers::check);
    }

    private static void check(PropertySource<?> source) {
        if (source instanceof EnumerablePropertySource<?> known) {
            for (String name : known.getPropertyNames()) {
                Object value = name.startsWith(PREFIX) ? known.getProperty(name) : null;
                if (value != null && INTEGERS.contains(value.getClass())) {
                    check(name, value.toString(), OriginLookup.getOrigin(source, name));
                }
            }
        }
    }

    private static void check(String name, String read, @Nullable Origin origin) {
        String written = origin instanceof TextResourceOrigin place ? written(place) : null;
        if (written != null && !written.replace("_", "").equals(read)) {
            throw new ConfigurationRefused(name + " is written as " + written + ", which YAML reads as " + read + " ("
                    + origin + "). Write a decimal number without leading zeros, or put a text into quotes");
        }
    }

    /** The number as it stands in its file; null if there is none at that place. */
    private static @Nullable String written(TextResourceOrigin origin) {
        Resource file = origin.getResource();
        TextResourceOrigin.Location place = origin.getLocation();
        if (file == null || place == null) {
            return null;
        }
        try {
            List<String> lines =
                    file.getContentAsString(StandardCharsets.UTF_8).lines().toList();
            String line = place.getLine() < lines.size() ? lines.get(place.getLine()) : "";
            int from = line.offsetByCodePoints(0, Math.min(place.getColumn(), line.codePointCount(0, line.length())));
            Matcher number = NUMBER.matcher(line.substring(from));
            return number.matches() ? number.group(1) : null;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
