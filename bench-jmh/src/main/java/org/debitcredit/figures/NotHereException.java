package org.debitcredit.figures;

import java.io.IOException;

/** Something cannot be measured on this machine. */
final class NotHereException extends IOException {

    private static final long serialVersionUID = 1;

    NotHereException(String reason) {
        super(reason);
    }
}
