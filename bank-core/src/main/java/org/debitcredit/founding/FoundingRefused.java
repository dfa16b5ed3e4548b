package org.debitcredit.founding;

/**
 * A bank was to be founded where one is or was, or to be opened where none is. Founding is an explicit act: a new bank
 * knows no key of an older one, and would execute every repeated transaction again.
 */
public final class FoundingRefused extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    public FoundingRefused(String message) {
        super(message);
    }
}
