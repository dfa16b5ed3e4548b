package org.debitcredit.simulation;

import java.util.Map;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.agent.ByteBuddyAgent;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.dynamic.DynamicType;
import net.bytebuddy.dynamic.loading.ClassReloadingStrategy;
import net.bytebuddy.matcher.ElementMatcher;
import net.bytebuddy.matcher.ElementMatchers;

/** A class of which some methods have a fault in this JVM, until closed. */
final class Redefined implements AutoCloseable {

    private final Class<?> type;
    private final ClassReloadingStrategy strategy;

    private Redefined(Class<?> type, ClassReloadingStrategy strategy) {
        this.type = type;
        this.strategy = strategy;
    }

    /** Weaves advice into the method of a name. */
    static Redefined method(String typeName, String method, Class<?> advice) {
        return methods(typeName, Map.of(method, advice));
    }

    /** Weaves advice into several methods at once: a second redefinition would undo the first. */
    static Redefined methods(String typeName, Map<String, Class<?>> advices) {
        ByteBuddyAgent.install();
        try {
            Class<?> type = Class.forName(typeName);
            ClassReloadingStrategy strategy = ClassReloadingStrategy.fromInstalledAgent();
            DynamicType.Builder<?> builder = new ByteBuddy().redefine(type);
            for (Map.Entry<String, Class<?>> advice : advices.entrySet()) {
                builder = builder.visit(Advice.to(advice.getValue()).on(matcher(advice.getKey())));
            }
            builder.make().load(type.getClassLoader(), strategy);
            return new Redefined(type, strategy);
        } catch (ClassNotFoundException e) {
            throw new IllegalArgumentException(e);
        }
    }

    private static ElementMatcher<MethodDescription> matcher(String method) {
        String[] parts = method.split("/");
        ElementMatcher.Junction<MethodDescription> named = ElementMatchers.named(parts[0]);
        return parts.length == 1 ? named : named.and(ElementMatchers.takesArguments(Integer.parseInt(parts[1])));
    }

    @Override
    public void close() throws java.io.IOException {
        strategy.reset(type);
    }
}
