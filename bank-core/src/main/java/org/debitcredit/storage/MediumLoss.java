package org.debitcredit.storage;

import java.io.IOException;

/**
 * Which of several media that hold the same, counted from 0, are lost; and whether the others go on without one. A lost
 * medium stays lost until the next start, and nothing of it is touched any more. All threads.
 */
public interface MediumLoss {

    /** Nothing goes on without any of them. */
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
     * A medium has failed. On return the others go on without it, and it is on record that they do. A medium that is
     * lost already changes nothing.
     *
     * @throws IOException the cause, when nothing goes on
     */
    void lost(int medium, Exception cause) throws IOException;

    /** All of them have failed. None counts as lost, now or later: nothing is left that could go on without it. */
    default void allFailed() {}

    /** The cause of a loss, or one around it. */
    static IOException asIoException(Exception cause) {
        return cause instanceof IOException io ? io : new IOException(cause.getMessage(), cause);
    }
}
