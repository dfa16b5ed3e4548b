package org.debitcredit.simulation;

import java.util.ArrayList;
import java.util.List;
import org.debitcredit.transaction.Refusal;

/** What the model says of one group of passengers: the answer to each, and the bank after it. */
final class Group {

    final List<List<Answer>> answers = new ArrayList<>();
    final List<Decided> decided = new ArrayList<>();
    final ModelBalances balances;
    final long positionBefore;
    final long micros;

    /**
     * @param balances changed by the group
     * @param micros the writer's time of it
     */
    Group(ModelBalances balances, long positionBefore, long micros) {
        this.balances = balances;
        this.positionBefore = positionBefore;
        this.micros = micros;
    }

    /** Outcome code, position and balance that a client is told. */
    record Answer(byte code, long position, long balanceMinor) {

        static Answer refused(Refusal reason) {
            return new Answer(reason.code(), 0, 0);
        }
    }

    long positionAfter() {
        return positionBefore + decided.size();
    }
}
