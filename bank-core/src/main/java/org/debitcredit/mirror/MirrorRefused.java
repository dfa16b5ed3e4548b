package org.debitcredit.mirror;

/** It cannot be determined which copy of a mirrored bank contains everything acknowledged. The bank does not start. */
public final class MirrorRefused extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    public MirrorRefused(String message) {
        super(message);
    }
}
