package org.debitcredit.mirror;

/** The copies of a mirrored bank do not show which of them holds everything acknowledged. The bank does not start. */
public final class MirrorRefused extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    public MirrorRefused(String message) {
        super(message);
    }
}
