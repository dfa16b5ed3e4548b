package org.debitcredit.recovery;

import java.time.Duration;
import org.debitcredit.storage.MediumWatch;

/** A medium did not respond at the start of a bank. The start ends, and nothing is changed any more. */
public final class MediumHangs extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    private static final String OTHER_COPY = ". To start without it, use the other copy alone as the data directory,"
            + " without --mirror. That requires --accept-lone-copy (bank.journal.mirror.accept-lone-copy) unless the"
            + " bank already continued on the other copy alone";

    MediumHangs(MediumWatch.Access access, Duration limit, boolean isMirrored) {
        super(access.place() + " hangs: " + access.what() + " did not finish within " + limit.toSeconds()
                + " s. The bank was not started. Check the disk, then start again" + (isMirrored ? OTHER_COPY : ""));
    }
}
