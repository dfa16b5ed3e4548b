package org.debitcredit.lab.run;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.instrument.Instrumentation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import net.bytebuddy.agent.builder.AgentBuilder;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.matcher.ElementMatchers;

/**
 * Makes a service slow from within: an agent of its JVM, so that the service's own code knows nothing of it. The delays
 * become part of the methods, so they are kept plain and use the JDK alone.
 */
public final class PlantedDelays {

    /** How long each force takes longer, microseconds. */
    static final String FORCE = "lab.planted.force";

    /** How long the writer computes longer for each transaction, nanoseconds. */
    static final String WRITER = "lab.planted.writer";

    private PlantedDelays() {}

    /** Called by the JVM of the service before its main method. */
    public static void premain(String arguments, Instrumentation instrumentation) {
        new AgentBuilder.Default()
                .type(ElementMatchers.named("org.debitcredit.journal.JournalWriter"))
                .transform((builder, type, loader, module, domain) ->
                        builder.visit(Advice.to(SlowForce.class).on(ElementMatchers.named("force"))))
                .type(ElementMatchers.named("org.debitcredit.engine.TransactionStateMachine"))
                .transform((builder, type, loader, module, domain) ->
                        builder.visit(Advice.to(SlowWriter.class).on(ElementMatchers.named("commit"))))
                .installOn(instrumentation);
    }

    /** Makes the agent's jar, from the classes of this test and of Byte Buddy where they are. */
    static Path jar(Path directory) throws IOException {
        Manifest manifest = new Manifest();
        Attributes attributes = manifest.getMainAttributes();
        attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        attributes.putValue("Premain-Class", PlantedDelays.class.getName());
        attributes.put(Attributes.Name.CLASS_PATH, place(PlantedDelays.class) + " " + place(AgentBuilder.class));
        Path jar = directory.resolve("planted.jar");
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream entries = new JarOutputStream(file, manifest)) {
            entries.putNextEntry(new JarEntry("planted"));
        }
        return jar;
    }

    private static String place(Class<?> type) {
        return type.getProtectionDomain().getCodeSource().getLocation().toString();
    }

    /** As a slower disk: the thread waits. */
    public static final class SlowForce {

        private SlowForce() {}

        @Advice.OnMethodEnter
        static void delay() {
            long until = System.nanoTime() + 1_000 * Long.getLong("lab.planted.force", 0);
            for (long left = until - System.nanoTime(); left > 0; left = until - System.nanoTime()) {
                LockSupport.parkNanos(left);
            }
        }
    }

    /** As a slower ledger: the thread computes, so long for each transaction since the commit before. */
    public static final class SlowWriter {

        private SlowWriter() {}

        @Advice.OnMethodEnter
        static void compute(@Advice.Argument(1) long position) {
            long nanosEach = Long.getLong("lab.planted.writer", 0);
            long before = Long.getLong("lab.planted.position", position - 1);
            System.setProperty("lab.planted.position", Long.toString(position));
            long until = System.nanoTime() + nanosEach * Math.max(0, position - before);
            while (nanosEach > 0 && System.nanoTime() < until) {
                Thread.onSpinWait();
            }
        }
    }
}
