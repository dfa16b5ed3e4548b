package org.debitcredit.journal;

import java.io.IOException;

/** An epoch that was to be copied cannot be read. The place that it was to be copied to has not failed. */
public final class EpochReadFailure extends IOException {

    private static final long serialVersionUID = 1L;

    EpochReadFailure(IOException cause) {
        super(cause.getMessage(), cause);
    }
}
