package org.debitcredit.mirror;

/**
 * One medium of a mirrored bank did not respond at the start of the bank. The start ends, and neither copy is changed.
 */
public final class MediumHangs extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    MediumHangs(String what, Throwable cause) {
        super(
                what
                        + ". The bank was not started. Check the disk. To start without it, use the other copy alone as the"
                        + " data directory, without --mirror. That requires --accept-lone-copy"
                        + " (bank.journal.mirror.accept-lone-copy) unless the bank already continued on the other copy alone",
                cause);
    }
}
