package org.debitcredit.history;

import java.io.IOException;
import java.nio.file.Path;

/** An invalid line of a history, named by file and number. */
public final class MalformedHistoryException extends IOException {

    private static final long serialVersionUID = 1;

    /**
     * Made by the reader.
     *
     * @param line from 1
     */
    MalformedHistoryException(Path file, int line, String reason) {
        super(file + ", line " + line + ": " + reason);
    }
}
