package org.debitcredit.region;

import org.debitcredit.engine.ReversalSubmission;
import org.debitcredit.engine.Submission;

/**
 * What a bank's stream shows of a request, for the bank to decide whether its key is new: see {@link ClearingBank}.
 *
 * @param unseenThrough position up to which the key was not seen, or {@link Submission#NOT_FOLLOWED}
 * @param seenAt position of the original that is to be taken back, or {@link ReversalSubmission#NOT_SEEN}
 */
public record Seen(long unseenThrough, long seenAt) {

    /** Nothing is known. */
    static final Seen NOTHING = new Seen(Submission.NOT_FOLLOWED, ReversalSubmission.NOT_SEEN);

    static Seen unseen(long through) {
        return new Seen(through, ReversalSubmission.NOT_SEEN);
    }
}
