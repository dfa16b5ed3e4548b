package org.debitcredit.server.settings;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.event.ApplicationEnvironmentPreparedEvent;
import org.springframework.boot.context.properties.bind.BindResult;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.PropertySourcesPlaceholdersResolver;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.context.ApplicationListener;
import org.springframework.core.ResolvableType;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.PropertySource;

/**
 * Refuses a start at which a client would lose its scope or its limits. Spring Boot replaces a list as a whole: of all
 * files, profiles, variables and arguments, one alone gives {@code bank.security.scopes}.
 */
public final class ReplacedLists implements ApplicationListener<ApplicationEnvironmentPreparedEvent> {

    private static final String TOKENS = "bank.security.tokens";
    private static final List<String> LISTS = List.of("bank.security.scopes", "bank.security.limits");

    private static final Bindable<List<Map<String, Object>>> ENTRIES = Bindable.of(ResolvableType.forClassWithGenerics(
            List.class, ResolvableType.forClassWithGenerics(Map.class, String.class, Object.class)));

    /** The clients that a list names in one source of the configuration. */
    private record Named(String source, List<String> clients) {}

    @Override
    public void onApplicationEvent(ApplicationEnvironmentPreparedEvent event) {
        ConfigurableEnvironment environment = event.getEnvironment();
        List<String> clients = named(TOKENS, "name", environment)
                .findFirst()
                .map(Named::clients)
                .orElse(List.of());
        LISTS.forEach(list -> check(list, clients, environment));
    }

    private static void check(String list, List<String> clients, ConfigurableEnvironment environment) {
        List<Named> sources = named(list, "client", environment).toList();
        for (Named replaced : sources) {
            Named used = sources.get(0);
            for (String client : replaced.clients()) {
                if (clients.contains(client) && !used.clients().contains(client)) {
                    throw new ConfigurationRefused("the list " + list + " in " + used.source()
                            + " replaces the one in " + replaced.source() + " as a whole, so that the client '" + client
                            + "' would have no entry any more. Repeat its entry in the first, or delete it in the"
                            + " second");
                }
            }
        }
    }

    /** The sources that give a list, the one that is used first. */
    private static Stream<Named> named(String list, String key, ConfigurableEnvironment environment) {
        PropertySourcesPlaceholdersResolver placeholders = new PropertySourcesPlaceholdersResolver(environment);
        return StreamSupport.stream(
                        ConfigurationPropertySources.get(environment).spliterator(), false)
                .flatMap(source -> {
                    BindResult<List<Map<String, Object>>> given =
                            new Binder(List.of(source), placeholders).bind(list, ENTRIES);
                    return given.isBound()
                            ? Stream.of(new Named(name(source), clients(given.get(), key)))
                            : Stream.empty();
                });
    }

    private static List<String> clients(List<Map<String, Object>> entries, String key) {
        return entries.stream().map(entry -> String.valueOf(entry.get(key))).toList();
    }

    private static String name(ConfigurationPropertySource source) {
        @Nullable Object underlying = source.getUnderlyingSource();
        return underlying instanceof PropertySource<?> named ? named.getName() : String.valueOf(underlying);
    }
}
