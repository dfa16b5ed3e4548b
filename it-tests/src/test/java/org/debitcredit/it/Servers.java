package org.debitcredit.it;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Starts servers and ends every one of them, those of a test after it and those of a class after its last; after a
 * failure it prints what they wrote. Registered as a static field.
 */
final class Servers
        implements BeforeAllCallback, BeforeEachCallback, AfterEachCallback, AfterAllCallback, AutoCloseable {

    private static final Path LOGS = Path.of("target", "it-logs");
    private static final AtomicInteger NUMBERS = new AtomicInteger();

    private final List<TestedServer> ofClass = new ArrayList<>();
    private final List<TestedServer> ofTest = new ArrayList<>();
    private String className = "";
    private boolean inTest;

    /** Starts one; it may well not come up. */
    TestedServer start(ServerCommand command) {
        try {
            Files.createDirectories(LOGS);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Path log = LOGS.resolve(className + "-" + NUMBERS.incrementAndGet() + ".log");
        TestedServer server = TestedServer.start(command, log);
        (inTest ? ofTest : ofClass).add(server);
        Runtime.getRuntime().addShutdownHook(new Thread(server::close));
        return server;
    }

    /** Starts one and waits until it serves. */
    TestedServer ready(ServerCommand command) {
        return start(command).awaitReady();
    }

    /** Starts a small bank over a data directory and waits until it serves. */
    TestedServer ready(Path data) {
        return ready(ServerCommand.over(data));
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        className = context.getRequiredTestClass().getSimpleName();
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        inTest = true;
    }

    @Override
    public void afterEach(ExtensionContext context) {
        inTest = false;
        context.getExecutionException().ifPresent(failure -> {
            tell(ofTest);
            tell(ofClass);
        });
        end(ofTest);
    }

    @Override
    public void afterAll(ExtensionContext context) {
        context.getExecutionException().ifPresent(failure -> tell(ofClass));
        end(ofClass);
    }

    /** A resource to declare after the directories of servers, so that the servers end before those are closed. */
    Servers endedBefore() {
        return this;
    }

    /** Ends those of the running test. */
    @Override
    public void close() {
        ofTest.forEach(TestedServer::close);
    }

    private static void tell(List<TestedServer> servers) {
        servers.forEach(server -> System.err.println("---- " + server.story()));
    }

    private static void end(List<TestedServer> servers) {
        servers.forEach(TestedServer::close);
        servers.clear();
    }
}
