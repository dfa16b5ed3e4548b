package org.debitcredit.checkpoint;

import java.io.IOException;
import org.debitcredit.journal.Epochs;

/** Receives the progress of a copy of the snapshots and epochs, so that the copied parts may be removed. */
public interface CopyListener {

    /** For files that are not removed. */
    CopyListener UNDISTURBED = new CopyListener() {};

    /** The snapshots are copied, and it is known which epochs there are. */
    default void snapshotsCopied() throws IOException {}

    /**
     * An epoch that has ended can be linked if it is archived, and is copied otherwise.
     *
     * @param index its place in the history, where it has a child
     */
    default void wants(Epochs history, int index) {}

    /** An epoch is about to be copied; no earlier one is needed. */
    default void copies(long epoch) throws IOException {}

    /** Another piece of a snapshot or an epoch is copied. */
    default void pieceCopied() {}

    /**
     * An epoch is copied.
     *
     * @throws IOException if it may have been removed meanwhile, so that the copy is worthless
     */
    default void copied(long epoch) throws IOException {}

    /** Everything is copied or linked, and no file of the bank is needed any more. Linked epochs are still checked. */
    default void allCopied() {}

    /**
     * Another piece of a linked epoch is checked.
     *
     * @throws IllegalStateException if the check is to end
     */
    default void pieceChecked() {}

    /**
     * A snapshot or an epoch cannot be read.
     *
     * @throws IOException if that is because it may have been removed meanwhile
     */
    default void failed(Exception cause) throws IOException {}
}
