package org.debitcredit.projection;

/**
 * Sees what becomes of a projection, for metrics and logs. Called on its thread, or on that of whoever ends it.
 */
public interface ProjectionObserver {

    /** The database or the journal cannot be reached. That is tried again; the journal is kept meanwhile. */
    default void projectionLost(Throwable cause) {}

    /** Both can be reached again. */
    default void projectionResumed() {}

    /**
     * The projection has ended, and needs its operator. The journal is kept from where it stood, if at all, up to its
     * backlog's bound only.
     */
    default void projectionStopped(Throwable cause) {}
}
