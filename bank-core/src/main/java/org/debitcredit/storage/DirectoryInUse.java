package org.debitcredit.storage;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A server holds the lock of a directory. */
public final class DirectoryInUse extends IOException {

    private static final long serialVersionUID = 1L;

    private final transient @Nullable ProcessIdentity holder;

    DirectoryInUse(String message, @Nullable ProcessIdentity holder) {
        super(message);
        this.holder = holder;
    }

    /** The process that holds the lock; null if the lock file does not name it. */
    public @Nullable ProcessIdentity holder() {
        return holder;
    }
}
