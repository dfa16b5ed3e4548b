package org.debitcredit.console;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Set;

/** Who may change a file that decides who has access. */
public final class FileModes {

    private FileModes() {}

    /**
     * Whether a file, or what a link leads to, can be written by its group or by others; false if there is no file, or
     * where the system, or what is mounted there, has no such modes.
     */
    public static boolean isWritableByOthers(Path file) {
        try {
            Set<PosixFilePermission> modes = Files.getPosixFilePermissions(file);
            return modes.contains(PosixFilePermission.GROUP_WRITE) || modes.contains(PosixFilePermission.OTHERS_WRITE);
        } catch (IOException | UnsupportedOperationException noModesHere) {
            return false;
        }
    }
}
