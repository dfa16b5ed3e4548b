package org.debitcredit.server.settings;

import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/** Every property of {@link BankProperties} that is a number, a time or a size, found by its type. */
final class NumericProperties {

    private static final Set<Class<?>> NUMERIC = Set.of(
            int.class,
            long.class,
            double.class,
            Integer.class,
            Long.class,
            Double.class,
            Duration.class,
            DataSize.class);

    private NumericProperties() {}

    /** Names, as in a configuration, with their defaults; an empty one where there is none. */
    static Map<String, String> withDefaults() {
        Map<String, String> found = new TreeMap<>();
        collect("bank", BankProperties.class, found);
        return found;
    }

    private static void collect(String prefix, Class<?> type, Map<String, String> found) {
        RecordComponent[] components = type.getRecordComponents();
        Constructor<?> constructor = canonical(type, components);
        for (int i = 0; i < components.length; i++) {
            String name = prefix + "."
                    + components[i].getName().replaceAll("([A-Z])", "-$1").toLowerCase();
            Class<?> of = components[i].getType();
            if (of.isRecord()) {
                collect(name, of, found);
            } else if (NUMERIC.contains(of)) {
                DefaultValue value = constructor.getParameters()[i].getAnnotation(DefaultValue.class);
                found.put(name, value == null ? "" : value.value()[0]);
            }
        }
    }

    private static Constructor<?> canonical(Class<?> type, RecordComponent[] components) {
        try {
            return type.getDeclaredConstructor(
                    Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new));
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException(type + " has no canonical constructor", e);
        }
    }
}
