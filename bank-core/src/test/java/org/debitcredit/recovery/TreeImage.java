package org.debitcredit.recovery;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.CRC32C;

/** Everything that a directory shows: names, kinds, permissions, times of change, lengths, and all bytes. */
public final class TreeImage {

    private static final Set<PosixFilePermission> WRITE = EnumSet.of(
            PosixFilePermission.OWNER_WRITE, PosixFilePermission.GROUP_WRITE, PosixFilePermission.OTHERS_WRITE);

    private TreeImage() {}

    /** By relative path. Equal for two looks between which nothing was changed. */
    public static TreeMap<String, String> of(Path directory) throws IOException {
        TreeMap<String, String> image = new TreeMap<>();
        try (Stream<Path> paths = Files.walk(directory)) {
            for (Path path : paths.toList()) {
                boolean isFile = Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS);
                image.put(
                        directory.relativize(path).toString(),
                        PosixFilePermissions.toString(Files.getPosixFilePermissions(path)) + " "
                                + Files.getLastModifiedTime(path) + (isFile ? content(path) : " directory"));
            }
        }
        return image;
    }

    private static String content(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        CRC32C crc = new CRC32C();
        crc.update(bytes);
        return " " + bytes.length + " bytes, " + Long.toHexString(crc.getValue());
    }

    /** Takes away everyone's right to write, or gives the owner's back. */
    public static void setWritable(Path directory, boolean writable) throws IOException {
        try (Stream<Path> paths = Files.walk(directory)) {
            for (Path path : paths.toList()) {
                Set<PosixFilePermission> permissions = EnumSet.copyOf(Files.getPosixFilePermissions(path));
                permissions.removeAll(WRITE);
                if (writable) {
                    permissions.add(PosixFilePermission.OWNER_WRITE);
                }
                Files.setPosixFilePermissions(path, permissions);
            }
        }
    }
}
