package org.debitcredit.simulation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.debitcredit.bank.BankScale;
import org.debitcredit.engine.KeyStatus;
import org.debitcredit.transaction.Outcome;
import org.debitcredit.transaction.Refusal;
import org.debitcredit.transaction.TransactionKey;
import org.jspecify.annotations.Nullable;

/** The bank as its rules say it is: everything decided so far, in order, and what follows from it. */
final class ModelBank {

    private final BankScale scale;
    private final int keyWindow;
    private final long keyAheadMillisMax;

    private final List<Decided> history = new ArrayList<>();
    /** By client: the positions of its timed keys, and the highest key time up to each. */
    private final Map<Long, NavigableMap<Long, Long>> latestKeyMillis = new HashMap<>();

    private final Map<TransactionKey, List<Long>> positions = new HashMap<>();
    private ModelBalances balances;
    private long lastMicros;
    private long lastGroupFrom;

    ModelBank(BankScale scale, int keyWindow, long keyAheadMillisMax) {
        this.scale = scale;
        this.keyWindow = keyWindow;
        this.keyAheadMillisMax = keyAheadMillisMax;
        this.balances = new ModelBalances(scale);
    }

    long position() {
        return history.size();
    }

    /** Position before the last group that decided anything. */
    long lastGroupFrom() {
        return lastGroupFrom;
    }

    ModelBalances balances() {
        return balances;
    }

    List<Decided> history() {
        return history;
    }

    /** What everyone held at an earlier position. */
    ModelBalances balancesAt(long position) {
        ModelBalances then = new ModelBalances(scale);
        for (Decided decided : history.subList(0, (int) position)) {
            then.decide(decided.asked());
        }
        return then;
    }

    /** A server is ready: its times do not fall behind this one any more. */
    void ready(long clockMicros) {
        lastMicros = Math.max(lastMicros, clockMicros);
    }

    /** What the bank must answer to a group. */
    Group expect(List<List<Asked>> submissions, long clockMicros) {
        long micros = Math.max(lastMicros, clockMicros);
        Group group = new Group(balances.copy(), position(), micros);
        for (List<Asked> submission : submissions) {
            List<Group.Answer> answers = new ArrayList<>();
            for (Asked asked : submission) {
                answers.add(answer(group, asked));
            }
            group.answers.add(answers);
        }
        return group;
    }

    private Group.Answer answer(Group group, Asked asked) {
        TransactionKey key = asked.key();
        long known = positionOf(key, position());
        if (known > 0) {
            return repeat(history.get((int) known - 1), asked, known);
        }
        for (int row = 0; row < group.decided.size(); row++) {
            Decided twin = group.decided.get(row);
            if (twin.asked().key().equals(key)) {
                return repeat(twin, asked, position() + row + 1);
            }
        }
        if (!isUuidV7(key)) {
            return Group.Answer.refused(Refusal.KEY_WITHOUT_TIME);
        }
        if (isExpired(key, position())) {
            return Group.Answer.refused(Refusal.KEY_EXPIRED);
        }
        if (TransactionKey.timeMillis(key.high()) > group.micros / 1000 + keyAheadMillisMax) {
            return Group.Answer.refused(Refusal.KEY_AHEAD);
        }
        Decided decided = group.balances.decide(asked);
        group.decided.add(decided);
        return new Group.Answer(decided.code(), position() + group.decided.size(), decided.balanceMinor());
    }

    /** By RFC 9562: the version is 7, and the variant's two bits are 10. */
    private static boolean isUuidV7(TransactionKey key) {
        return key.uuid().version() == 7 && key.uuid().variant() == 2;
    }

    private static Group.Answer repeat(Decided first, Asked again, long position) {
        return first.asked().transaction().equals(again.transaction())
                ? new Group.Answer(first.code(), position, first.balanceMinor())
                : Group.Answer.refused(Refusal.KEY_CONFLICT);
    }

    /** The group happened. */
    void take(Group group) {
        for (Decided decided : group.decided) {
            history.add(decided);
            TransactionKey key = decided.asked().key();
            noteTime(key);
            positions.computeIfAbsent(key, first -> new ArrayList<>()).add(position());
        }
        balances = group.balances;
        if (!group.decided.isEmpty()) {
            lastGroupFrom = group.positionBefore;
            lastMicros = group.micros;
        }
    }

    private void noteTime(TransactionKey key) {
        long time = TransactionKey.timeMillis(key.high());
        if (time != TransactionKey.NO_TIME) {
            NavigableMap<Long, Long> latest = latestKeyMillis.computeIfAbsent(key.client(), client -> new TreeMap<>());
            Map.Entry<Long, Long> before = latest.lastEntry();
            latest.put(position(), before == null ? time : Math.max(before.getValue(), time));
        }
    }

    /** What became of a key, for a bank that stands at a position. */
    KeyStatus status(TransactionKey key, long position) {
        long known = positionOf(key, position);
        if (known > 0) {
            Decided decided = history.get((int) known - 1);
            return new KeyStatus.Decided(Outcome.of(decided.code(), known, decided.balanceMinor()));
        }
        return isExpired(key, position) ? KeyStatus.EXPIRED : KeyStatus.UNKNOWN;
    }

    /** Of the key's last execution that is remembered; 0 when there is none. */
    private long positionOf(TransactionKey key, long position) {
        @Nullable List<Long> executed = positions.get(key);
        long found = 0;
        if (executed != null) {
            for (long at : executed) {
                found = at <= position && at > forgottenThrough(position) ? at : found;
            }
        }
        return found;
    }

    /** Two generations of keys are remembered, the newest one not full. */
    private long forgottenThrough(long position) {
        return Math.max(0, (position - 1) / keyWindow - 1) * keyWindow;
    }

    /** Not later than some forgotten key of the same client. */
    private boolean isExpired(TransactionKey key, long position) {
        NavigableMap<Long, Long> latest = latestKeyMillis.get(key.client());
        Map.Entry<Long, Long> forgotten = latest == null ? null : latest.floorEntry(forgottenThrough(position));
        return forgotten != null && TransactionKey.timeMillis(key.high()) <= forgotten.getValue();
    }
}
