package org.debitcredit.simulation;

import net.bytebuddy.ByteBuddy;
import net.bytebuddy.agent.ByteBuddyAgent;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.dynamic.loading.ClassReloadingStrategy;
import net.bytebuddy.matcher.ElementMatcher;
import net.bytebuddy.matcher.ElementMatchers;

/** A class of which one method has a fault in this JVM, until closed. */
final class Redefined implements AutoCloseable {

    private final Class<?> type;
    private final ClassReloadingStrategy strategy;

    private Redefined(Class<?> type, ClassReloadingStrategy strategy) {
        this.type = type;
        this.strategy = strategy;
    }

    /** Weaves advice into the method of a name. */
    static Redefined method(String typeName, String method, Class<?> advice) {
        ByteBuddyAgent.install();
        try {
            Class<?> type = Class.forName(typeName);
            ClassReloadingStrategy strategy = ClassReloadingStrategy.fromInstalledAgent();
            new ByteBuddy()
                    .redefine(type)
                    .visit(Advice.to(advice).on(matcher(method)))
                    .make()
                    .load(type.getClassLoader(), strategy);
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
