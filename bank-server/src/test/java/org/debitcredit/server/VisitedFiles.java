package org.debitcredit.server;

import static net.bytebuddy.matcher.ElementMatchers.isAbstract;
import static net.bytebuddy.matcher.ElementMatchers.isConstructor;
import static net.bytebuddy.matcher.ElementMatchers.isMethod;
import static net.bytebuddy.matcher.ElementMatchers.isNative;
import static net.bytebuddy.matcher.ElementMatchers.nameStartsWith;
import static net.bytebuddy.matcher.ElementMatchers.not;

import java.lang.instrument.Instrumentation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import net.bytebuddy.agent.builder.AgentBuilder;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.description.NamedElement;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.matcher.ElementMatcher;

/**
 * Records, while asked to, the source file of each method of this project that an event loop or the writer enters.
 * Lambdas and inner classes count as the file that they are written in. Generated code, tests and class initialisers do
 * not count.
 */
public final class VisitedFiles {

    private static final String PROJECT = "org.debitcredit.";
    private static final String GENERATED = PROJECT + "wire.";

    private static final Object LOCK = new Object();
    private static final List<String> VISITS = new ArrayList<>();
    private static volatile boolean records;

    private VisitedFiles() {}

    /** Weaves the recording into the classes of the project as they are loaded. None of them may be loaded yet. */
    static void install() {
        new AgentBuilder.Default()
                .disableClassFormatChanges()
                .type(ofTheProject())
                .transform((builder, type, loader, module, domain) ->
                        builder.visit(Advice.to(Entry.class).on(withCode())))
                .installOn(instrumentation());
    }

    /** By reflection: the class has an annotation that is not on the class path, of which the compiler warns. */
    private static Instrumentation instrumentation() {
        try {
            return (Instrumentation) Class.forName("net.bytebuddy.agent.ByteBuddyAgent")
                    .getMethod("install")
                    .invoke(null);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static ElementMatcher<TypeDescription> ofTheProject() {
        return nameStartsWith(PROJECT).and(not(nameStartsWith(GENERATED))).and(not(VisitedFiles::isTest));
    }

    private static boolean isTest(NamedElement type) {
        return Files.exists(
                Path.of("target", "test-classes", type.getActualName().replace('.', '/') + ".class"));
    }

    private static ElementMatcher<MethodDescription> withCode() {
        return isMethod().or(isConstructor()).and(not(isAbstract())).and(not(isNative()));
    }

    /** Becomes part of each method, so it is kept plain. */
    static final class Entry {
        @Advice.OnMethodEnter
        static void enter(@Advice.Origin("#t") String type) {
            VisitedFiles.visited(type);
        }
    }

    /** Called by the woven classes. */
    public static void visited(String type) {
        if (records && isOnTheWay(Thread.currentThread().getName())) {
            synchronized (LOCK) {
                VISITS.add(type);
            }
        }
    }

    /** Of the event loops and the writer. Snapshots and other work in the background run at the same time. */
    private static boolean isOnTheWay(String thread) {
        return thread.startsWith("bank-loop") || thread.equals("bank-writer");
    }

    /** The files that were entered while something ran, each as often as it was entered after another one. */
    static List<String> during(Runnable work) {
        synchronized (LOCK) {
            VISITS.clear();
        }
        records = true;
        try {
            work.run();
        } finally {
            records = false;
        }
        List<String> files = new ArrayList<>();
        synchronized (LOCK) {
            for (String type : VISITS) {
                String file = file(type);
                if (files.isEmpty() || !files.get(files.size() - 1).equals(file)) {
                    files.add(file);
                }
            }
        }
        return files;
    }

    private static String file(String type) {
        int inner = type.indexOf('$');
        return type.substring(PROJECT.length(), inner < 0 ? type.length() : inner);
    }
}
