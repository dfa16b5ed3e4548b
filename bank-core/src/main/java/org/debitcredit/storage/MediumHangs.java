package org.debitcredit.storage;

import java.time.Duration;

/** A medium did not respond to {@link BoundedWork}, which ends and changes nothing any more. */
public final class MediumHangs extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    MediumHangs(MediumWatch.Access access, Duration limit, String remedy) {
        super(access.place() + " hangs: " + access.what() + " did not finish within " + limit.toSeconds() + " s. "
                + remedy);
    }
}
