package org.debitcredit.server.settings;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The environment variables that begin with {@code BANK_}. Spring Boot ignores variables without a setting, so after a
 * mistyped name the default would stay in force.
 */
public final class EnvironmentVariables {

    private static final String PREFIX = "BANK_";
    /** Variables of the launcher and the commands, which are not settings. */
    private static final Set<String> OF_COMMANDS = Set.of("BANK_TOKEN", "BANK_JAVA_OPTS", "BANK_TPCC_PASSWORD");

    /** Variables that Kubernetes sets in each container beside a service called {@code bank}. */
    private static final Pattern OF_LINKS = Pattern.compile("BANK_(SERVICE_HOST|(SERVICE_)?PORT(_.*)?)");

    private static final String METADATA = "/META-INF/spring-configuration-metadata.json";

    private EnvironmentVariables() {}

    /**
     * Returns if each variable belongs to a setting or to a command.
     *
     * @param names of all variables of the process
     * @throws IllegalArgumentException with the names of those that do not
     */
    public static void requireKnown(Collection<String> names) {
        List<String> ours = names.stream()
                .filter(name -> name.startsWith(PREFIX)
                        && !OF_COMMANDS.contains(name)
                        && !OF_LINKS.matcher(name).matches())
                .sorted()
                .toList();
        if (ours.isEmpty()) {
            return;
        }
        Set<String> settings = settings();
        List<String> unknown = ours.stream()
                .filter(name -> settings.stream().noneMatch(setting -> isOf(setting, letters(name))))
                .toList();
        if (!unknown.isEmpty()) {
            throw new IllegalArgumentException("there is no setting for the environment variable "
                    + String.join(", ", unknown)
                    + ". Correct its name or unset it. The variable for bank.key-window, for"
                    + " example, is BANK_KEYWINDOW");
        }
    }

    /** An element of a list, such as BANK_SECURITY_TOKENS_0_NAME, belongs to the list's setting. */
    private static boolean isOf(String setting, String variable) {
        return variable.equals(setting) || variable.matches(setting + "[0-9].*");
    }

    private static Set<String> settings() {
        try (InputStream file = EnvironmentVariables.class.getResourceAsStream(METADATA)) {
            if (file == null) {
                throw new IllegalStateException("the jar does not contain " + METADATA);
            }
            JsonNode properties = JsonMapper.shared().readTree(file).path("properties");
            return properties
                    .valueStream()
                    .map(property -> letters(property.path("name").asString()))
                    .collect(Collectors.toSet());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Spring Boot compares names without dashes, dots and underscores, and in lower case. */
    private static String letters(String name) {
        return name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
    }
}
