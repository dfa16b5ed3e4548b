package org.debitcredit.simulation;

import java.util.List;
import java.util.function.BooleanSupplier;
import org.debitcredit.engine.BatchSubmission;
import org.debitcredit.transaction.Failure;
import org.debitcredit.transaction.Requests;

/** A submission under way, and whether anyone alive has heard of its answer. */
final class Ride {

    private final List<Asked> asked;
    private final BatchSubmission submission;
    private int answers;

    /**
     * @param isHeard whether an answer still reaches the client
     */
    Ride(List<Asked> asked, BooleanSupplier isHeard) {
        this.asked = asked;
        Requests requests = new Requests(asked.size());
        asked.forEach(one -> requests.add(one.transaction(), one.key()));
        submission = new BatchSubmission(requests, answered -> answers += isHeard.getAsBoolean() ? 1 : 0);
    }

    BatchSubmission submission() {
        return submission;
    }

    int answers() {
        return answers;
    }

    boolean isAnswered() {
        return answers > 0 && !isFailed();
    }

    boolean isFailed() {
        return has(Failure.NOT_EXECUTED) || has(Failure.OUTCOME_UNKNOWN);
    }

    boolean has(Failure failure) {
        return answers > 0 && submission.size() > 0 && submission.outcome[0] == failure.code();
    }

    void compare(List<Group.Answer> expected, Judge judge) {
        for (int i = 0; i < asked.size(); i++) {
            Group.Answer answer =
                    new Group.Answer(submission.outcome[i], submission.position[i], submission.balance[i]);
            if (!answer.equals(expected.get(i))) {
                judge.report(asked.get(i) + " was answered " + answer + "; it must be " + expected.get(i), null);
            }
        }
    }
}
