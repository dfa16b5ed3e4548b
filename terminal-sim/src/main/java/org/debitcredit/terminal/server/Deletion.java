package org.debitcredit.terminal.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Deletes directories with everything in them. */
public final class Deletion {

    private Deletion() {}

    /** Deletes a directory; nothing if there is none. A file that somebody else deletes meanwhile is no failure. */
    public static void of(Path directory) {
        try {
            while (Files.exists(directory)) {
                deleteOnce(directory);
            }
        } catch (IOException undeletable) {
            throw new UncheckedIOException(undeletable);
        }
    }

    private static void deleteOnce(Path directory) throws IOException {
        List<Path> deepestFirst;
        try (Stream<Path> files = Files.walk(directory)) {
            deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
        } catch (UncheckedIOException failed) {
            if (failed.getCause() instanceof NoSuchFileException) {
                return;
            }
            throw failed.getCause();
        }
        for (Path file : deepestFirst) {
            try {
                Files.deleteIfExists(file);
            } catch (java.nio.file.DirectoryNotEmptyException refilled) {
                return;
            }
        }
    }
}
