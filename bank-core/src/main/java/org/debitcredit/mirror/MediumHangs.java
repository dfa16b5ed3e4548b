package org.debitcredit.mirror;

/** One medium of a mirrored bank did not answer when the bank was to start. Neither copy is changed, and it does not start. */
public final class MediumHangs extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    MediumHangs(String what, Throwable cause) {
        super(
                what + ". The bank was not started. See the disk; to start without it, give the other copy alone as the"
                        + " data directory, without --mirror. That asks for --accept-lone-copy"
                        + " (bank.journal.mirror.accept-lone-copy) unless the other copy went on alone before",
                cause);
    }
}
