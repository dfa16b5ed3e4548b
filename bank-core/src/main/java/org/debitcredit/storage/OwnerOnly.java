package org.debitcredit.storage;

import java.nio.file.FileSystems;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;

/** Permissions of what holds balances: its owner reads and writes it, and nobody else, whatever the process's umask is. */
public final class OwnerOnly {

    private static final boolean IS_POSIX =
            FileSystems.getDefault().supportedFileAttributeViews().contains("posix");

    private OwnerOnly() {}

    /** For a directory to be made: mode 700; nothing where the system has no such modes. */
    public static FileAttribute<?>[] directory() {
        return of("rwx------");
    }

    /** For a file to be made: mode 600; nothing where the system has no such modes. */
    public static FileAttribute<?>[] file() {
        return of("rw-------");
    }

    private static FileAttribute<?>[] of(String permissions) {
        return IS_POSIX
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }
}
