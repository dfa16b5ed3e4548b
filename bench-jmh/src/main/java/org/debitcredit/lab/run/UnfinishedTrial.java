package org.debitcredit.lab.run;

import java.io.IOException;
import java.util.Optional;
import org.debitcredit.lab.Trial;

/** A step of a trial failed, after others that are kept. */
public final class UnfinishedTrial extends IOException {

    private static final long serialVersionUID = 1;

    private final transient Trial trial;

    /**
     * A failure.
     *
     * @param finished the steps before it
     * @param why in words
     */
    public UnfinishedTrial(Trial finished, String why, Throwable failure) {
        super(why, failure);
        trial = new Trial(finished.setting(), finished.steps(), finished.bottleneck(), Optional.of(why));
    }

    /** The finished steps, with the reason for which there are no more. */
    public Trial trial() {
        return trial;
    }

    /** The same steps with a reason that says more. */
    UnfinishedTrial because(String why) {
        return new UnfinishedTrial(trial, why, this);
    }
}
