package org.debitcredit.founding;

/**
 * A bank was to be founded where there is or was one, or opened where there is none. Founding is an explicit act,
 * because a new bank has none of the keys of an older one and would execute every repeated transaction again.
 */
public final class FoundingRefused extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    public FoundingRefused(String message) {
        super(message);
    }
}
