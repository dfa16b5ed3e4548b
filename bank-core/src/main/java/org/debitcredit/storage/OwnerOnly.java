package org.debitcredit.storage;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** Permissions of files with balances: only the owner can read and write them, whatever the process's umask is. */
public final class OwnerOnly {

    private static final String FILE = "rw-------";

    private static final boolean IS_POSIX =
            FileSystems.getDefault().supportedFileAttributeViews().contains("posix");

    private OwnerOnly() {}

    /** For a directory to be made: mode 700; nothing where the system has no such modes. */
    public static FileAttribute<?>[] directory() {
        return of("rwx------");
    }

    /** For a file to be made: mode 600; nothing where the system has no such modes. */
    public static FileAttribute<?>[] file() {
        return of(FILE);
    }

    /**
     * Removes all other permissions from a new file that was created by other means. Does nothing if there is no file,
     * or if the system or the mount has no such modes.
     */
    public static void restrict(Path file) {
        if (IS_POSIX && Files.exists(file)) {
            try {
                Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(FILE));
            } catch (IOException | UnsupportedOperationException noModesHere) {
                return;
            }
        }
    }

    /**
     * Whether a directory can be listed or entered by users other than its owner and its group; false where the system,
     * or what is mounted there, has no such modes.
     */
    public static boolean isOpenToOthers(Path directory) {
        if (!IS_POSIX) {
            return false;
        }
        try {
            Set<PosixFilePermission> modes = Files.getPosixFilePermissions(directory);
            return modes.contains(PosixFilePermission.OTHERS_READ)
                    || modes.contains(PosixFilePermission.OTHERS_EXECUTE);
        } catch (IOException | UnsupportedOperationException noModesHere) {
            return false;
        }
    }

    private static FileAttribute<?>[] of(String permissions) {
        return IS_POSIX
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }
}
