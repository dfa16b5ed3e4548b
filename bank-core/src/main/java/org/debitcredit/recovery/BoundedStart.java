package org.debitcredit.recovery;

import org.debitcredit.bank.Clocks;
import org.debitcredit.settings.JournalSettings;
import org.debitcredit.storage.BoundedWork;

/** How long one access to a medium may take while a bank is founded or opened. */
public final class BoundedStart {

    /** Name of the start's thread. */
    public static final String THREAD = "bank-start";

    private static final String REMEDY = "The bank was not started. Check the disk, then start again";

    private static final String OTHER_COPY = ". To start without it, use the other copy alone as the data directory,"
            + " without --mirror. That start is refused unless the bank already continued on the other copy alone, and"
            + " says which value of --accept-lone-copy (bank.journal.mirror.accept-lone-copy) lets it start";

    private BoundedStart() {}

    /** The bound for a bank whose journal is kept in this way. */
    public static BoundedWork of(JournalSettings journal, Clocks clocks) {
        return new BoundedWork(
                THREAD,
                journal.accessMax(),
                clocks.monotonicNanos(),
                journal.mirror() == null ? REMEDY : REMEDY + OTHER_COPY);
    }
}
