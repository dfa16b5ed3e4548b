package org.debitcredit.probe;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.debitcredit.console.FailureText;

/**
 * The probe's own directory inside the one that it measures. It is deleted when it is closed, and when the process is
 * stopped.
 */
final class Scratch implements Closeable {

    private static final String PREFIX = "bank-probe-";

    /**
     * A process that is being stopped may still write for a moment, so several passes may be needed to empty the
     * directory.
     */
    private static final int PASSES_MAX = 1_000;

    private final Path root;
    private final Thread hook;

    private Scratch(Path root) {
        this.root = root;
        this.hook = new Thread(this::deleteQuietly, "bank-probe-cleanup");
    }

    static Scratch in(Path directory) throws IOException {
        Scratch scratch = new Scratch(Files.createTempDirectory(directory, PREFIX));
        Runtime.getRuntime().addShutdownHook(scratch.hook);
        return scratch;
    }

    Path root() {
        return root;
    }

    /** A path in it at which nothing is yet. */
    Path file(String name) {
        return root.resolve(name);
    }

    @Override
    public void close() throws IOException {
        delete(root);
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException stopping) {
            // The hook is deleting it already.
        }
    }

    /** Deletes a file, or a directory with all in it; does nothing where nothing is. */
    static void delete(Path path) throws IOException {
        for (int pass = 0; Files.exists(path); pass++) {
            try {
                deletePass(path);
            } catch (NoSuchFileException | DirectoryNotEmptyException busy) {
                if (pass == PASSES_MAX) {
                    throw busy;
                }
            }
        }
    }

    private static void deletePass(Path path) throws IOException {
        List<Path> deepestFirst;
        try (Stream<Path> all = Files.walk(path)) {
            deepestFirst = all.sorted(Comparator.reverseOrder()).toList();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        for (Path each : deepestFirst) {
            Files.deleteIfExists(each);
        }
    }

    private void deleteQuietly() {
        try {
            delete(root);
        } catch (IOException e) {
            System.err.println("bank: cannot delete " + root + ": " + FailureText.of(e));
        }
    }
}
