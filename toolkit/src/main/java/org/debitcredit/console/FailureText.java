package org.debitcredit.console;

import java.nio.file.FileSystemException;
import java.util.Locale;

/** A failure in one line for people. */
public final class FailureText {

    private FailureText() {}

    /**
     * The first line of its message. For a failure of the file system, the file and the reason. Without a message, the
     * words in the name of its class. For a failure that says no more than its cause, the text of the cause.
     */
    public static String of(Throwable failure) {
        if (failure instanceof FileSystemException file) {
            return "cannot use " + file.getFile() + ": "
                    + (file.getReason() == null ? words(failure) : file.getReason());
        }
        String message = failure.getMessage();
        Throwable cause = failure.getCause();
        if (cause != null && (message == null || message.equals(cause.toString()))) {
            return of(cause);
        }
        return message == null || message.isBlank()
                ? words(failure)
                : message.lines().findFirst().orElse("");
    }

    /** What an exception's name says: "access denied" of AccessDeniedException. */
    private static String words(Throwable failure) {
        return failure.getClass()
                .getSimpleName()
                .replaceFirst("(Exception|Error)$", "")
                .replaceAll("(?<=[a-z])(?=[A-Z])", " ")
                .toLowerCase(Locale.ROOT);
    }
}
