package org.debitcredit.storage;

/**
 * A file, or a part of one, is intact but has a format that this release cannot read. It counts neither as damaged nor
 * as missing: it is not read, changed or skipped, and the operation that needs it ends.
 */
public final class WrittenByLaterRelease extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    private WrittenByLaterRelease(String message) {
        super(message);
    }

    /**
     * A version above those that this release reads.
     *
     * @param place file, with the place in it if there is one
     * @param version that was found
     * @param first oldest version that this release reads
     * @param last newest version that this release reads
     */
    public static WrittenByLaterRelease ofVersion(String place, int version, int first, int last) {
        return new WrittenByLaterRelease(place + " is of version " + version + ", and this release reads "
                + (first == last ? "version " + last : "versions " + first + " to " + last) + wayOut());
    }

    /** A type that this release does not know, of a version that it reads. */
    public static WrittenByLaterRelease ofType(String place, int type) {
        return new WrittenByLaterRelease(
                place + " is of type " + type + ", which this release does not know" + wayOut());
    }

    private static String wayOut() {
        return ": a later release wrote it. Start that release, or a newer one; this one has left the file as it is";
    }
}
