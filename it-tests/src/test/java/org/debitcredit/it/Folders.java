package org.debitcredit.it;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** Whole folders. */
final class Folders {

    private Folders() {}

    static void delete(Path folder) {
        forEach(folder, true, Files::delete);
    }

    /** Copies what is in a folder to where there is nothing yet. */
    static void copy(Path from, Path to) {
        forEach(
                from,
                false,
                path -> Files.copy(path, to.resolve(from.relativize(path).toString())));
    }

    private interface Act {
        void on(Path path) throws IOException;
    }

    private static void forEach(Path folder, boolean leavesFirst, Act act) {
        Comparator<Path> order = leavesFirst ? Comparator.reverseOrder() : Comparator.naturalOrder();
        try (Stream<Path> paths = Files.walk(folder)) {
            for (Path path : paths.sorted(order).toList()) {
                act.on(path);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
