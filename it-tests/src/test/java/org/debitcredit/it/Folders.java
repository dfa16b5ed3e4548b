package org.debitcredit.it;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.CRC32C;

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

    /** Names, times of change, lengths and bytes of all that is in a folder, by relative path. */
    static Map<String, String> image(Path folder) {
        Map<String, String> image = new TreeMap<>();
        forEach(folder, false, path -> {
            String content = Files.isDirectory(path) ? "directory" : content(path);
            image.put(folder.relativize(path).toString(), Files.getLastModifiedTime(path) + " " + content);
        });
        return image;
    }

    private static String content(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        CRC32C crc = new CRC32C();
        crc.update(bytes);
        return bytes.length + " bytes, " + Long.toHexString(crc.getValue());
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
