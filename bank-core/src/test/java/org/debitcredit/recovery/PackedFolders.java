package org.debitcredit.recovery;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/** Folders in one file: each is packed twice, because the files of a bank are mostly zeros. */
public final class PackedFolders {

    private static final String SUFFIX = ".zip";

    private PackedFolders() {}

    /** Packs each of the folders in a folder. */
    public static void pack(Path folders, Path archive) throws IOException {
        try (ZipOutputStream outer = zip(Files.newOutputStream(archive))) {
            for (Path folder : sorted(Files.list(folders))) {
                outer.putNextEntry(new ZipEntry(folder.getFileName() + SUFFIX));
                outer.write(packed(folder));
            }
        }
    }

    private static byte[] packed(Path folder) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream inner = zip(bytes)) {
            for (Path path : sorted(Files.walk(folder).skip(1))) {
                String name = folder.relativize(path).toString();
                if (Files.isDirectory(path)) {
                    inner.putNextEntry(new ZipEntry(name + "/"));
                } else {
                    inner.putNextEntry(new ZipEntry(name));
                    Files.copy(path, inner);
                }
            }
        }
        return bytes.toByteArray();
    }

    private static ZipOutputStream zip(OutputStream bytes) {
        ZipOutputStream zip = new ZipOutputStream(bytes);
        zip.setLevel(Deflater.BEST_COMPRESSION);
        return zip;
    }

    private static List<Path> sorted(Stream<Path> paths) {
        try (paths) {
            return paths.sorted().toList();
        }
    }

    /** Unpacks one of the packed folders into a new one. */
    public static void unpack(InputStream archive, String name, Path folder) throws IOException {
        ZipInputStream outer = new ZipInputStream(archive);
        ZipEntry entry = outer.getNextEntry();
        while (entry != null && !entry.getName().equals(name + SUFFIX)) {
            entry = outer.getNextEntry();
        }
        if (entry == null) {
            throw new IllegalArgumentException("the archive holds no folder '" + name + "'");
        }
        unpack(new ZipInputStream(new ByteArrayInputStream(outer.readAllBytes())), folder);
    }

    private static void unpack(ZipInputStream inner, Path folder) throws IOException {
        for (ZipEntry entry = inner.getNextEntry(); entry != null; entry = inner.getNextEntry()) {
            Path path = folder.resolve(entry.getName());
            if (entry.isDirectory()) {
                Files.createDirectories(path);
            } else {
                Files.createDirectories(path.getParent());
                Files.copy(inner, path);
            }
        }
    }
}
