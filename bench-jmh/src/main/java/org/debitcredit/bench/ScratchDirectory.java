package org.debitcredit.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** A new directory that is deleted with all its content on close. */
public final class ScratchDirectory implements AutoCloseable {

    private final Path path;

    /** Creates one inside a directory, which is created if it is missing and is not deleted. */
    public ScratchDirectory(Path parent) throws IOException {
        Files.createDirectories(parent);
        path = Files.createTempDirectory(parent, "bench-");
    }

    public Path path() {
        return path;
    }

    @Override
    public void close() throws IOException {
        try (Stream<Path> tree = Files.walk(path)) {
            for (Path entry : tree.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(entry);
            }
        }
    }
}
