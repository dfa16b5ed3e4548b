package org.debitcredit.it;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;

/**
 * One small bank for all classes that only use it: started by the first, ended after the last. Each test takes accounts
 * of its own.
 */
final class SharedServer implements BeforeAllCallback, AfterEachCallback {

    private static final Namespace NAMESPACE = Namespace.create(SharedServer.class);

    private @Nullable Running running;

    /** The server and its data directory. */
    private record Running(TestedServer process, Path data) implements AutoCloseable {

        static Running start() {
            try {
                Path data = Files.createTempDirectory("bank-it-shared");
                Path log = Files.createDirectories(Path.of("target", "it-logs")).resolve("SharedServer.log");
                TestedServer process = TestedServer.start(ServerCommand.over(data), log);
                Runtime.getRuntime().addShutdownHook(new Thread(process::close));
                return new Running(process, data);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void close() {
            process.close();
            Folders.delete(data);
        }
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        running = context.getRoot()
                .getStore(NAMESPACE)
                .computeIfAbsent(Running.class, type -> Running.start(), Running.class);
        running.process.awaitReady();
    }

    @Override
    public void afterEach(ExtensionContext context) {
        context.getExecutionException()
                .ifPresent(failure -> System.err.println("---- " + process().story()));
    }

    TestedServer process() {
        return running().process;
    }

    Path data() {
        return running().data;
    }

    private Running running() {
        if (running == null) {
            throw new IllegalStateException("not before a test class");
        }
        return running;
    }
}
