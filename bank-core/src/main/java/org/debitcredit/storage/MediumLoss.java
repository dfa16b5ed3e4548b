package org.debitcredit.storage;

import java.io.IOException;

/**
 * Tracks which of several media with the same contents, counted from 0, are lost, and whether the bank continues
 * without them. A lost medium stays lost until the next start and is not used any more. For use by all threads.
 */
public interface MediumLoss {

    /** The bank does not continue without any of them. */
    MediumLoss STOP = new MediumLoss() {
        @Override
        public boolean isLost(int medium) {
            return false;
        }

        @Override
        public void lost(int medium, Exception cause) throws IOException {
            throw asIoException(cause);
        }
    };

    /** Whether a medium is lost. */
    boolean isLost(int medium);

    /**
     * Reports that a medium has failed. On return, the bank continues on the others, and this is recorded. Nothing
     * happens if the medium is already lost.
     *
     * @throws IOException the cause, if the bank cannot continue
     */
    void lost(int medium, Exception cause) throws IOException;

    /**
     * Reports that all of them have failed. None counts as lost, now or later, because there is none left on which the
     * bank could continue.
     */
    default void allFailed() {}

    /** The cause of a loss, or one around it. */
    static IOException asIoException(Exception cause) {
        return cause instanceof IOException io ? io : new IOException(cause.getMessage(), cause);
    }
}
