package org.debitcredit.projection;

/** Sees what becomes of a projection, for metrics and logs. Called on its thread. */
public interface ProjectionObserver {

    /** The database is away, or refuses work. It is tried again; the journal is kept meanwhile. */
    default void projectionLost(Throwable cause) {}

    /** The database is there again. */
    default void projectionResumed() {}

    /** The projection has ended, and needs its operator: the journal is kept from where it stood. */
    default void projectionStopped(Throwable cause) {}
}
