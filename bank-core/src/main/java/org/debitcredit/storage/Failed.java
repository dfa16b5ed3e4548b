package org.debitcredit.storage;

import org.jspecify.annotations.Nullable;

/** Gives back what was opened on the way to a failure. */
public final class Failed {

    private Failed() {}

    /**
     * Closes each in the order given, whatever fails meanwhile: that is added to the reason.
     *
     * @param reason why they are closed; the caller throws it
     * @param opened what had not been opened yet is null
     */
    public static void close(Throwable reason, @Nullable AutoCloseable... opened) {
        for (AutoCloseable each : opened) {
            try {
                if (each != null) {
                    each.close();
                }
            } catch (Exception e) {
                reason.addSuppressed(e);
            }
        }
    }
}
