package org.debitcredit.server.region;

import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.debitcredit.client.BankClient;
import org.debitcredit.client.CursorRefusedException;
import org.debitcredit.client.Postings;
import org.debitcredit.client.PostingsFollower;
import org.debitcredit.client.ServedBank;
import org.debitcredit.region.Clearing;
import org.debitcredit.region.Correspondents;
import org.debitcredit.region.Decided;
import org.debitcredit.region.Settlement;
import org.debitcredit.region.SettlementCut;
import org.debitcredit.transaction.LogPosition;
import org.debitcredit.transaction.TransactionKey;
import org.jspecify.annotations.Nullable;

/**
 * The connection to one other region, as far as this region is the acquirer: a thread that follows that region's
 * transactions, settles what is due, and checks whether the region answers again.
 */
final class RegionLink implements Runnable {

    private static final Duration WAIT = Duration.ofMillis(100);
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    /**
     * Time between two marks. A mark is forced to the disk, and its content is more than a minute old anyway, because
     * every transaction is kept for that long. Settled transactions are forgotten at the same times.
     */
    private static final long MARK_NANOS = TimeUnit.SECONDS.toNanos(10);

    private static final long PAUSE_MILLIS = 500;
    private static final int STEPS_MAX = 1_000;

    private final int number;
    private final RegionFiles files;
    private final PartnerIdentity identity;
    private final SteadyClock clock;
    private final Correspondents correspondents;
    private final int own;
    private final Settlement settlement;
    private final Clearing clearing;
    private final RemoteRegion remote;
    private final PostingsFollower.Connection follow;
    private final Trail ownTrail;
    private final Trail trail = new Trail();
    private final RegionLog log;
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final Thread thread;

    private long lookedNanos = System.nanoTime() - LOOK_NANOS;
    private long markedNanos = System.nanoTime();
    private boolean hasBeenUsed;
    private boolean isBack;
    private volatile boolean mayWrite = true;
    private volatile @Nullable String refusedBecause;
    private volatile @Nullable String refusedForGoodBecause;
    private volatile Mark marked;

    RegionLink(
            int number,
            int own,
            RegionFiles files,
            Correspondents correspondents,
            Settlement settlement,
            Clearing clearing,
            RemoteRegion remote,
            PostingsFollower.Connection follow,
            PartnerIdentity identity,
            Mark from,
            Trail ownTrail,
            SteadyClock clock) {
        this.number = number;
        this.own = own;
        this.log = new RegionLog(number, own);
        this.files = files;
        this.identity = identity;
        this.clock = clock;
        this.correspondents = correspondents;
        this.settlement = settlement;
        this.clearing = clearing;
        this.remote = remote;
        this.follow = follow;
        this.ownTrail = ownTrail;
        this.marked = from;
        LogPosition issuer = from.issuer();
        if (issuer != null) {
            trail.begin(issuer);
        }
        this.thread = new Thread(this, "bank-region-" + number);
        thread.setDaemon(true);
    }

    int number() {
        return number;
    }

    /** Whether the region is a bank, as far as it is known. */
    boolean isBank(UUID bank) {
        return bank.equals(identity.bank());
    }

    /** Whether it is known which bank the region is. */
    boolean isBankKnown() {
        return identity.bank() != null;
    }

    Settlement settlement() {
        return settlement;
    }

    Clearing clearing() {
        return clearing;
    }

    boolean isAway() {
        return isRefusedForGood() || remote.isAway();
    }

    /** The cursor in this bank's own stream from which it is read again after a restart; null for its founding. */
    @Nullable
    LogPosition ownMark() {
        return marked.acquirer();
    }

    /** From this position on, the own stream is needed. */
    long ownPositionNeeded() {
        return marked.cut().acquirerPosition();
    }

    /** The reason why the region is not used until an operator has acted; null if it is used. */
    @Nullable
    String refusedBecause() {
        String forGood = refusedForGoodBecause;
        String byRegion = remote.refusedBecause();
        String own = byRegion == null ? refusedBecause : "it refuses what is sent to it: " + byRegion;
        return forGood == null ? own : forGood;
    }

    /** Whether the region is not used until the next start. */
    boolean isRefusedForGood() {
        return refusedForGoodBecause != null;
    }

    /** Nothing is executed or settled with the region until the next start. */
    void refuseForGood(String why) {
        log.refusedForGood(why);
        refusedForGoodBecause = why;
    }

    void begin() {
        thread.start();
    }

    /** Makes the thread write the mark and end. */
    void stop() {
        stopped.countDown();
    }

    /**
     * Waits for the end of the thread, which a call to the other region can hold up.
     *
     * @param untilNanos the latest time, of {@link System#nanoTime}
     */
    void awaitEnd(long untilNanos) throws InterruptedException {
        thread.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(untilNanos - System.nanoTime())));
        // From now on the directory belongs to the next server.
        mayWrite = false;
    }

    private boolean isGoingOn() {
        return stopped.getCount() > 0 && !isRefusedForGood();
    }

    @Override
    public void run() {
        try {
            followUntilStopped();
            markAtTheEnd();
        } finally {
            remote.close();
        }
    }

    private void followUntilStopped() {
        while (isGoingOn()) {
            try {
                follow();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            } catch (CursorRefusedException e) {
                refuse("its transactions cannot be read from the cursor of this region: " + e.getMessage());
            } catch (StatusRuntimeException e) {
                refuse("the stream of its transactions was refused: " + e.getMessage());
            } catch (OutOfMemoryError e) {
                throw e;
            } catch (IOException | RuntimeException | Error e) {
                // The thread goes on after any failure, because nobody else settles.
                log.failed(e);
            }
            pause();
        }
    }

    private void markAtTheEnd() {
        if (isRefusedForGood()) {
            return;
        }
        try {
            mark();
        } catch (IOException | RuntimeException e) {
            log.markFailed(e);
        }
    }

    /** A full disk must not end the settlement. The next mark is tried after the usual time. */
    private void tryToMark() {
        try {
            mark();
        } catch (IOException e) {
            log.markFailed(e);
        }
    }

    private void pause() {
        try {
            stopped.await(PAUSE_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void follow() throws IOException, InterruptedException, CursorRefusedException {
        if (!isKnown()) {
            tellAway(true);
            return;
        }
        LogPosition after = trail.from(settlement.issuerPosition());
        if (after == null) {
            return;
        }
        try (PostingsFollower follower = follow.after(after)) {
            isBack = false;
            // A stream that broke while the region was away would wait longer and longer between its attempts.
            while (isGoingOn() && !isBack) {
                Postings postings = follower.next(WAIT);
                if (postings != null) {
                    take(postings);
                }
                if (follower.durablePosition() >= 0) {
                    look(follower.isFollowing());
                }
                clearing.settle(STEPS_MAX, log::refusedTakeBack);
                if (System.nanoTime() - markedNanos >= MARK_NANOS) {
                    markedNanos = System.nanoTime();
                    tryToMark();
                }
            }
        }
    }

    /**
     * Checks whether the region answers, if it did not the last time, or if its stream is broken: without requests
     * nothing else shows that it is away. Its stream was open here, so the region can be used as soon as it answers.
     *
     * @param isFollowing whether its stream is open
     */
    private void look(boolean isFollowing) throws IOException {
        tellAway(remote.isAway());
        log.refusedByRegion(remote.refusedBecause());
        boolean mustLook = remote.isAway() || !isFollowing;
        if (mustLook && System.nanoTime() - lookedNanos >= LOOK_NANOS) {
            lookedNanos = System.nanoTime();
            if (isKnown() && remote.isAway()) {
                isBack = refusedBecause == null && hasBeenUsed;
                hasBeenUsed = true;
                refusedBecause = null;
                remote.returned();
            }
        }
    }

    /** If the region is refused, the log says why instead. */
    private void tellAway(boolean isAway) {
        if (refusedBecause == null) {
            log.away(isAway);
        }
    }

    /** Whether the region answers, and is the one that it should be. */
    private boolean isKnown() throws IOException {
        BankClient client = remote.client();
        ServedBank bank;
        try {
            bank = client.bank();
        } catch (StatusRuntimeException e) {
            remote.unanswered(client);
            return false;
        }
        String wrong = identity.wrong(bank);
        if (wrong != null) {
            refuse(wrong);
            return false;
        }
        if (marked.issuer() == null) {
            // Before anything is executed with it: after a restart, no other bank may take its place.
            if (!mayWrite) {
                return false;
            }
            LogPosition founding = LogPosition.founding(bank.id());
            Mark first = marked.of(founding);
            files.write(first, number);
            marked = first;
            trail.begin(founding);
        }
        return true;
    }

    private void refuse(String why) {
        if (!why.equals(refusedBecause)) {
            // The reason can contain a position that grows.
            log.refused(why);
        }
        refusedBecause = why;
        remote.away();
    }

    private void take(Postings postings) {
        long now = clock.millis();
        long network = correspondents.networkTeller(own);
        for (int i = 0; i < postings.size(); i++) {
            if (postings.teller(i) == network) {
                settlement.atIssuer(decided(postings, i), now);
            }
        }
        trail.add(postings.cursor(), now);
        if (postings.size() > 0) {
            settlement.issuerReadThrough(
                    postings.cursor().position(),
                    TimeUnit.MICROSECONDS.toMillis(postings.timeMicros(postings.size() - 1)),
                    now);
        }
    }

    private static Decided decided(Postings postings, int i) {
        Postings.OfReversal reversal = postings.reversal(i);
        return new Decided(
                postings.position(i),
                postings.type(i),
                postings.isCommitted(i),
                postings.teller(i),
                postings.account(i),
                postings.amountMinor(i),
                TransactionKey.of(0, postings.key(i)),
                postings.reference(i),
                reversal == null
                        ? null
                        : new Decided.Original(
                                reversal.originalKey(),
                                reversal.originalType(),
                                reversal.originalAmountMinor(),
                                reversal.performedMinor()));
    }

    /** Writes a mark. Its cut is never before the last one, because what was before the last one is forgotten. */
    private void mark() throws IOException {
        Mark last = marked;
        SettlementCut cut = settlement.cut(ownTrail::floor, trail::floor);
        LogPosition here = cursor(ownTrail, cut.acquirerPosition(), last.acquirer());
        LogPosition there = cursor(trail, cut.issuerPosition(), last.issuer());
        // The own stream's thread may just have dropped the cursor. The next mark is a few seconds later.
        boolean isHeld = isHeld(here, cut.acquirerPosition()) && isHeld(there, cut.issuerPosition());
        if (isHeld && !cut.equals(last.cut()) && mayWrite) {
            Mark next = new Mark(here, there, cut.forgottenMillis(), cut.divided());
            files.write(next, number);
            marked = next;
            trail.forgetBefore(cut.issuerPosition());
        }
    }

    private static @Nullable LogPosition cursor(Trail trail, long position, @Nullable LogPosition last) {
        return last != null && last.position() == position ? last : trail.at(position);
    }

    private static boolean isHeld(@Nullable LogPosition cursor, long position) {
        return cursor != null || position == 0;
    }
}
