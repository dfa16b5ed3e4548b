package org.debitcredit.simulation;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.debitcredit.follow.CursorRefused;
import org.debitcredit.follow.PostingsFeed;
import org.debitcredit.follow.PostingsReader;
import org.debitcredit.transaction.LogPosition;
import org.debitcredit.transaction.TransactionBatch;
import org.debitcredit.transaction.TransactionKey;
import org.jspecify.annotations.Nullable;

/**
 * A client on a separate machine that follows the bank. It keeps the cursor of what it has handled, is killed from time
 * to time, and seldom stays away for so long that the bank no longer has what follows its cursor.
 *
 * <p>The contract is as follows. It gets every transaction once, in order, and none that the bank does not have after a
 * crash. Its cursor is refused only if retention has removed what follows it, or the epoch that it names and the empty
 * ones after that, and then the bank says where it begins.
 */
final class Follower {

    private static final int PARTS_MAX = 4;

    /** Largest number of transactions that it reads at once while the bank works. */
    private static final int ROWS_MAX = 6;

    /** The same in the end, when it may have a whole history to read. */
    private static final int ROWS_MAX_AT_END = 8_192;

    private static final int KILLED_ONE_IN = 8;
    private static final int AWAY_ONE_IN = 200;
    private static final int TURNS_AWAY_MAX = 300;
    private static final int TURNS_TO_CATCH_UP = 2_000;

    private final RandomGenerator random;
    private final Set<Mode> modes;
    private final boolean isAllHeld;

    /** What was handled, and its cursor, are stored together. */
    private @Nullable LogPosition cursor;

    private long handled;
    /** Transactions that it received and that are not in the model yet, because no client has an answer to them. */
    private final Deque<Seen> unjudged = new ArrayDeque<>();

    private @Nullable PostingsReader reader;
    private int turnsAway;

    /** A transaction as it was received. */
    private record Seen(long position, TransactionKey key, long amount, byte outcome, long balance) {

        static Seen of(TransactionBatch batch, int row) {
            return new Seen(
                    batch.firstPosition() + row,
                    batch.requests.keys.keyOf(row),
                    batch.requests.amount[row],
                    batch.outcome[row],
                    batch.balance[row]);
        }

        boolean is(ModelDecision expected) {
            return key.equals(expected.asked().key())
                    && amount == expected.rowAmount()
                    && outcome == expected.code()
                    && balance == expected.balanceMinor();
        }
    }

    /** @param isAllHeld whether the bank holds its whole history */
    Follower(long seed, boolean isAllHeld, Set<Mode> modes) {
        this.random = new SplittableRandom(31 * seed + 17);
        this.isAllHeld = isAllHeld;
        this.modes = modes;
    }

    /** The bank's process has ended, and with it the stream. */
    void disconnected() {
        reader = null;
    }

    /** It reads some transactions, perhaps from a new stream, unless it is away. */
    void turn(Life life, ModelCheck modelCheck) {
        if (turnsAway > 0) {
            turnsAway--;
            return;
        }
        if (random.nextInt(AWAY_ONE_IN) == 0) {
            close();
            turnsAway = random.nextInt(TURNS_AWAY_MAX);
            return;
        }
        turn(life, modelCheck, ROWS_MAX);
    }

    private void turn(Life life, ModelCheck modelCheck, int rowsMax) {
        if (life.isOver()) {
            return;
        }
        if (random.nextInt(KILLED_ONE_IN) == 0) {
            close();
        }
        int parts = random.nextInt(PARTS_MAX);
        try {
            PostingsReader open = opened(life.bank().postings());
            for (int part = 0; part < parts; part++) {
                if (!handle(open, modelCheck, rowsMax)) {
                    break;
                }
            }
        } catch (CursorRefused refused) {
            refused(refused, modelCheck);
        } catch (ProcessDeath death) {
            reader = null;
        } catch (IOException | RuntimeException | Error e) {
            close();
            if (!life.process().hasFailed()) {
                modelCheck.report("a follower's stream failed though nothing did", e);
            }
        }
        judge(modelCheck);
    }

    private PostingsReader opened(PostingsFeed feed) throws IOException, CursorRefused {
        PostingsReader open = reader;
        if (open == null) {
            LogPosition from = cursor;
            open = from == null ? feed.fromBeginning() : feed.after(from);
            handled = from == null ? open.cursor().position() : handled;
            reader = open;
        }
        return open;
    }

    /**
     * Returns whether anything was handled. If the follower is killed before it has stored a part, it reads it again.
     */
    private boolean handle(PostingsReader open, ModelCheck modelCheck, int rowsMax) throws IOException, CursorRefused {
        PostingsReader.Part part = open.next(1 + random.nextInt(rowsMax));
        if (part == null) {
            return false;
        }
        if (random.nextInt(KILLED_ONE_IN) == 0) {
            close();
            return false;
        }
        for (int row = part.fromRow(); row < part.toRow(); row++) {
            Seen seen = Seen.of(part.batch(), row);
            if (seen.position() != ++handled) {
                modelCheck.report(
                        "a follower received position " + seen.position() + " after position " + (handled - 1), null);
            }
            unjudged.add(seen);
        }
        modes.add(Mode.FOLLOWER);
        cursor = LogPosition.parse(open.cursor().text());
        return true;
    }

    private void refused(CursorRefused refused, ModelCheck modelCheck) {
        LogPosition from = refused.from();
        reader = null;
        boolean isExpired = refused.reason() == CursorRefused.Reason.EXPIRED && !isAllHeld;
        if (!isExpired || from == null || from.position() < handled) {
            modelCheck.report("the cursor of a follower at position " + handled + " was refused", refused);
            return;
        }
        modes.add(Mode.FOLLOWER_EXPIRED);
        cursor = from;
        handled = from.position();
    }

    /** A transaction that was received is durable, so the bank has it from now on. */
    private void judge(ModelCheck modelCheck) {
        ModelBank model = modelCheck.model();
        while (!unjudged.isEmpty() && unjudged.peek().position() <= model.position()) {
            Seen seen = unjudged.remove();
            ModelDecision expected = model.history().get((int) seen.position() - 1);
            if (!seen.is(expected)) {
                modelCheck.report("a follower received " + seen + ", and it was " + expected, null);
            }
        }
    }

    /** After the last fault it receives everything. */
    void requireCaughtUp(Life life, ModelCheck modelCheck) {
        long end = life.bank().engine().position();
        for (int turn = 0; turn < TURNS_TO_CATCH_UP && handled < end; turn++) {
            turn(life, modelCheck, ROWS_MAX_AT_END);
        }
        judge(modelCheck);
        if (handled != end || !unjudged.isEmpty()) {
            modelCheck.report(
                    "a follower is at position " + handled + " of " + end + " after the last fault, and "
                            + unjudged.size() + " of its transactions are not the bank's",
                    null);
        }
    }

    private void close() {
        PostingsReader open = reader;
        reader = null;
        if (open != null) {
            try {
                open.close();
            } catch (IOException | ProcessDeath e) {
                // Nothing was written through it.
            }
        }
    }
}
