package org.debitcredit.follow;

import java.io.IOException;
import java.util.List;
import org.debitcredit.bank.BankIdentity;
import org.debitcredit.journal.Epochs;
import org.debitcredit.journal.JournalDamage;
import org.debitcredit.journal.JournalFollower;
import org.debitcredit.journal.JournalSource;
import org.debitcredit.transaction.LogPosition;
import org.jspecify.annotations.Nullable;

/** The durable transactions of a running bank, for any number of readers. For use by any thread. */
public final class PostingsFeed {

    /** Epochs may be removed while they are opened, so this is tried up to this many times. */
    private static final int ATTEMPTS_MAX = 5;

    private final BankIdentity identity;
    private final JournalSource live;
    private final JournalSource retained;
    private final DurableSignal durable;

    /**
     * @param live the journal's epochs
     * @param retained these and the archived ones
     * @param durable tells up to where they may be read
     */
    public PostingsFeed(BankIdentity identity, JournalSource live, JournalSource retained, DurableSignal durable) {
        this.identity = identity;
        this.live = live;
        this.retained = retained;
        this.durable = durable;
    }

    /** A place in the journal, opened for reading. */
    record Opened(JournalFollower follower, LogPosition cursor) {}

    /**
     * Begins after a cursor.
     *
     * @throws CursorRefused if the bank cannot continue there
     */
    public PostingsReader after(LogPosition cursor) throws IOException, CursorRefused {
        return new PostingsReader(this, open(cursor));
    }

    /** Begins with the oldest transaction that the bank still holds. */
    public PostingsReader fromBeginning() throws IOException {
        return new PostingsReader(this, attempt(() -> {
            Epochs held = held();
            return new Opened(JournalFollower.from(retained, held, 0), beginning(held, 0));
        }));
    }

    /** Begins with the first transaction that is decided from now on. */
    public PostingsReader fromNow() throws IOException {
        return new PostingsReader(this, attempt(() -> {
            long now = durablePosition();
            Epochs held = Epochs.leadingTo(live, Long.MAX_VALUE);
            JournalFollower follower = JournalFollower.from(live, held, held.reachingBackTo(now));
            try {
                follower.skipThrough(now);
            } catch (IOException | RuntimeException e) {
                follower.close();
                throw e;
            }
            return new Opened(follower, follower.logPosition());
        }));
    }

    private interface Opening {
        Opened open() throws IOException;
    }

    private static Opened attempt(Opening opening) throws IOException {
        for (int attempt = 1; ; attempt++) {
            try {
                return opening.open();
            } catch (IOException | JournalDamage e) {
                // A removed epoch can look like damage to a reader that has begun with it.
                if (attempt == ATTEMPTS_MAX) {
                    throw e;
                }
            }
        }
    }

    /** Opens the journal after a cursor, or the archive if the journal no longer contains it. */
    Opened open(LogPosition cursor) throws IOException, CursorRefused {
        if (!cursor.bank().equals(identity.id())) {
            throw new CursorRefused(
                    CursorRefused.Reason.OF_ANOTHER_BANK,
                    null,
                    "the cursor belongs to bank " + cursor.bank() + ", and this is bank " + identity.id());
        }
        long heldFrom = 0;
        for (int attempt = 1; ; attempt++) {
            Exception failure = null;
            for (JournalSource source : List.of(live, retained)) {
                try {
                    JournalFollower follower = open(source, cursor);
                    if (follower != null) {
                        return new Opened(follower, cursor);
                    }
                } catch (IOException | JournalDamage e) {
                    failure = e;
                }
            }
            Epochs held;
            try {
                held = held();
            } catch (IOException e) {
                if (attempt >= ATTEMPTS_MAX) {
                    throw e;
                }
                continue;
            }
            // Nothing was removed while the cursor was looked for, if the same epochs are found again.
            boolean isSettled = heldFrom == held.number(0);
            if (failure == null && isSettled) {
                throw refusal(cursor, held);
            }
            if (failure instanceof JournalDamage damage && (isSettled || attempt >= ATTEMPTS_MAX)) {
                throw damage;
            }
            if (failure instanceof IOException io && attempt >= ATTEMPTS_MAX) {
                throw io;
            }
            heldFrom = held.number(0);
        }
    }

    /** An epoch that cannot be read fails, because those after it would seem to be all that is held. */
    private Epochs held() throws IOException {
        Epochs held = Epochs.leadingTo(retained, Long.MAX_VALUE);
        IOException unreadable = held.unreadable();
        if (unreadable != null) {
            throw unreadable;
        }
        return held;
    }

    private @Nullable JournalFollower open(JournalSource source, LogPosition cursor) throws IOException {
        if (cursor.position() > durablePosition()) {
            return null;
        }
        Epochs epochs = Epochs.leadingTo(source, Long.MAX_VALUE);
        if (epochs.isEmpty()) {
            return null;
        }
        if (cursor.epoch().equals(LogPosition.NO_EPOCH)) {
            boolean isFounding = cursor.equals(LogPosition.founding(identity.id()));
            return isFounding && epochs.positionBefore(0) == 0 ? JournalFollower.from(source, epochs, 0) : null;
        }
        int index = epochs.indexOf(cursor.epoch());
        if (index >= 0) {
            return JournalFollower.around(source, epochs, index, cursor);
        }
        return epochs.beginsAfter(cursor, 0) ? JournalFollower.from(source, epochs, 0) : null;
    }

    private CursorRefused refusal(LogPosition cursor, Epochs held) {
        int index = held.indexOf(cursor.epoch());
        for (int i = index + 1; i < held.size(); i++) {
            boolean isBranch = held.lossAccepted(i) || (held.isFirstOfLineage(i) && held.positionBefore(i) > 0);
            if (isBranch && held.positionBefore(i) < cursor.position()) {
                return new CursorRefused(
                        CursorRefused.Reason.DISCARDED,
                        beginning(held, i),
                        "the transactions after position " + held.positionBefore(i) + " that lead to the cursor, at "
                                + "position " + cursor.position() + ", were discarded when an operator accepted a loss "
                                + "or restored the bank. Discard them too, and continue after position "
                                + held.positionBefore(i));
            }
        }
        if (index < 0 && held.positionBefore(0) > 0 && cursor.position() <= held.positionBefore(0)) {
            return new CursorRefused(
                    CursorRefused.Reason.EXPIRED,
                    beginning(held, 0),
                    "the cursor is at position " + cursor.position()
                            + ", and the bank's journal and archive begin at position " + (held.positionBefore(0) + 1));
        }
        return new CursorRefused(
                CursorRefused.Reason.UNKNOWN,
                beginning(held, 0),
                "the bank's history never had the cursor's point, position " + cursor.position() + " of epoch "
                        + cursor.epoch() + " with this checksum. What is held of it begins at position "
                        + (held.positionBefore(0) + 1) + ", and it is at position " + durablePosition());
    }

    /** The cursor before the first transaction of an epoch. */
    private LogPosition beginning(Epochs held, int index) {
        return new LogPosition(identity.id(), held.id(index), held.positionBefore(index), 0);
    }

    /** Position of the last durable transaction. */
    public long durablePosition() {
        return durable.position();
    }

    /**
     * Waits until the durable position is another one, or until {@link #wake}. It may return early.
     *
     * @param known the durable position that the caller knows
     */
    public void await(long known, long nanosMax) {
        durable.await(known, nanosMax);
    }

    /** Ends every {@link #await}. */
    public void wake() {
        durable.raise();
    }
}
