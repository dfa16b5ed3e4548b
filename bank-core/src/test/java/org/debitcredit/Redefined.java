package org.debitcredit;

import java.lang.instrument.Instrumentation;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import net.bytebuddy.agent.ByteBuddyAgent;
import net.bytebuddy.agent.builder.AgentBuilder;
import net.bytebuddy.agent.builder.AgentBuilder.RedefinitionStrategy.DiscoveryStrategy;
import net.bytebuddy.agent.builder.ResettableClassFileTransformer;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.asm.AsmVisitorWrapper;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.dynamic.DynamicType;
import net.bytebuddy.implementation.bytecode.StackManipulation;
import net.bytebuddy.implementation.bytecode.member.MethodInvocation;
import net.bytebuddy.matcher.ElementMatcher;
import net.bytebuddy.matcher.ElementMatchers;

/**
 * A class of which some methods have a fault in this JVM, until closed. It is woven into the class as it is loaded,
 * with what other agents, as that for coverage, have put there.
 *
 * <p>Advice with {@code suppress = Throwable.class} is not to throw: what it throws is kept from the bank and fails
 * {@link #close}, so that a mistake in the advice does not count as a fault that was noticed.
 */
public final class Redefined implements AutoCloseable {

    /** What advice threw that is not to throw. */
    private static final AtomicReference<Throwable> FAILURE = new AtomicReference<>();

    private final Instrumentation instrumentation;
    private final ResettableClassFileTransformer transformer;
    private final DiscoveryStrategy only;

    private Redefined(
            Instrumentation instrumentation, ResettableClassFileTransformer transformer, DiscoveryStrategy only) {
        this.instrumentation = instrumentation;
        this.transformer = transformer;
        this.only = only;
    }

    /** Weaves advice into the method of a name. */
    public static Redefined method(String typeName, String method, Class<?> advice) {
        return methods(typeName, Map.of(method, advice));
    }

    /** Weaves advice into several methods at once: a second weaving would undo the first. */
    public static Redefined methods(String typeName, Map<String, Class<?>> advices) {
        // Without it each weaving would look through every class of the JVM.
        DiscoveryStrategy only = new DiscoveryStrategy.Explicit(typeWith(typeName, advices.keySet()));
        Instrumentation instrumentation = ByteBuddyAgent.install();
        ResettableClassFileTransformer transformer = new AgentBuilder.Default()
                .disableClassFormatChanges()
                .with(AgentBuilder.RedefinitionStrategy.RETRANSFORMATION)
                .with(only)
                .with(AgentBuilder.RedefinitionStrategy.Listener.ErrorEscalating.FAIL_FAST)
                .type(ElementMatchers.named(typeName))
                .transform((builder, type, loader, module, domain) -> woven(builder, advices))
                .installOn(instrumentation);
        return new Redefined(instrumentation, transformer, only);
    }

    private static DynamicType.Builder<?> woven(DynamicType.Builder<?> builder, Map<String, Class<?>> advices) {
        DynamicType.Builder<?> woven = builder;
        for (Map.Entry<String, Class<?>> advice : advices.entrySet()) {
            AsmVisitorWrapper wrapper =
                    Advice.to(advice.getValue()).withExceptionHandler(noting()).on(matcher(advice.getKey()));
            woven = woven.visit(wrapper);
        }
        return woven;
    }

    private static StackManipulation noting() {
        try {
            Method note = Redefined.class.getMethod("note", Throwable.class);
            return MethodInvocation.invoke(new MethodDescription.ForLoadedMethod(note));
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Called by the redefined classes where advice with {@code suppress = Throwable.class} has thrown something. */
    public static void note(Throwable thrown) {
        FAILURE.compareAndSet(null, thrown);
    }

    /** A fault in a method that is not there would be no fault. Only a class that is loaded is woven at once. */
    private static Class<?> typeWith(String typeName, Set<String> methods) {
        Class<?> type;
        try {
            type = Class.forName(typeName);
        } catch (ClassNotFoundException e) {
            throw new IllegalArgumentException(e);
        }
        List<String> found = new ArrayList<>();
        for (Method method : type.getDeclaredMethods()) {
            found.add(method.getName());
            found.add(method.getName() + "/" + method.getParameterCount());
        }
        if (!found.containsAll(methods)) {
            throw new IllegalArgumentException(typeName + " does not have all of the methods " + methods);
        }
        return type;
    }

    private static ElementMatcher<MethodDescription> matcher(String method) {
        String[] parts = method.split("/");
        ElementMatcher.Junction<MethodDescription> named = ElementMatchers.named(parts[0]);
        return parts.length == 1 ? named : named.and(ElementMatchers.takesArguments(Integer.parseInt(parts[1])));
    }

    @Override
    public void close() {
        if (!transformer.reset(instrumentation, AgentBuilder.RedefinitionStrategy.RETRANSFORMATION, only)) {
            throw new IllegalStateException("a planted fault could not be taken out");
        }
        Throwable thrown = FAILURE.getAndSet(null);
        if (thrown != null) {
            throw new AssertionError("the advice has failed instead of planting its fault", thrown);
        }
    }
}
