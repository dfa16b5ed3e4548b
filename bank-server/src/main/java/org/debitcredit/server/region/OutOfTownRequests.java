package org.debitcredit.server.region;

import java.util.UUID;
import java.util.function.Consumer;
import org.debitcredit.bank.BankScale;
import org.debitcredit.region.Clearing;
import org.debitcredit.region.Correspondents;
import org.debitcredit.region.OutOfTown;
import org.debitcredit.server.answer.Detail;
import org.debitcredit.server.answer.Malformed;
import org.debitcredit.server.answer.Reason;
import org.debitcredit.server.security.Access;
import org.debitcredit.transaction.Refusal;
import org.debitcredit.transaction.RequestColumns;
import org.debitcredit.transaction.Reversal;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.transaction.TransactionKey;
import org.jspecify.annotations.Nullable;

/** The requests that concern other regions. There is one only where this bank is a region. */
public final class OutOfTownRequests {

    private final Regions regions;
    private final BankScale scale;

    OutOfTownRequests(Regions regions, BankScale scale) {
        this.regions = regions;
        this.scale = scale;
    }

    /** Whether a request names another region than this bank's; null names none. */
    public boolean isElsewhere(@Nullable Integer region) {
        return region != null && !region.equals(regions.number());
    }

    /**
     * The region that calls: the bank that the call is from must be that of a partner, and the client one that can be
     * this region. That is one that may follow this bank and whose scope is the region's teller alone, or anybody where
     * there are no tokens. A bank's id is no secret, and a terminal may have a scope of all branches.
     *
     * @param from the bank that the call says it is from; null if it says nothing
     * @return {@link Correspondents#NONE} if it is no region
     */
    public int caller(Access.Granted client, @Nullable UUID from) {
        int region = from == null ? Correspondents.NONE : regions.regionOf(from);
        if (region == Correspondents.NONE || client.client() == 0) {
            return region;
        }
        boolean isRegion = client.isFollower() && client.usesOnly(regions.networkTeller(region));
        return isRegion ? region : Correspondents.NONE;
    }

    /**
     * Whether a caller may not send this transaction. Nobody may post to the accounts that stand for regions, or at a
     * teller of their branches. Only a region may post at the teller that stands for it, and only what can be half of
     * an out-of-town transaction.
     *
     * @param caller the region that calls; {@link Correspondents#NONE} if it is no region
     */
    public boolean isReserved(int caller, long teller, long account, long target, long amountMinor) {
        boolean isOfCaller = caller != Correspondents.NONE && regions.regionOf(teller) == caller;
        return regions.regionOf(account) != Correspondents.NONE
                || (target != Transaction.NO_TARGET && regions.regionOf(target) != Correspondents.NONE)
                || (regions.isReservedTeller(teller) && !(isOfCaller && OutOfTown.isInRange(amountMinor)));
    }

    /** The same for a caller that is no region. */
    public boolean isReserved(Transaction asked) {
        return isReserved(Correspondents.NONE, asked.teller(), asked.account(), asked.target(), asked.amountMinor());
    }

    /** Whether a teller stands for another region. */
    public boolean isNetworkTeller(long teller) {
        return regions.regionOf(teller) != Correspondents.NONE;
    }

    /** The first row that a caller may not send, as in {@link #isReserved}; -1 if there is none. */
    public int firstReserved(int caller, RequestColumns requests) {
        for (int row = 0; row < requests.size(); row++) {
            if (isReserved(
                    caller, requests.teller[row], requests.account[row], requests.target[row], requests.amount[row])) {
                return row;
            }
        }
        return -1;
    }

    /**
     * Executes a well-formed transaction on an account of another region.
     *
     * @param reply is called once, on any thread
     * @throws Malformed if it cannot be an out-of-town transaction
     */
    public void execute(Transaction asked, int region, TransactionKey key, Consumer<OutOfTownReply> reply) {
        Clearing clearing = regions.clearing(region);
        if (clearing == null || !isTill(asked)) {
            reply.accept(clearing == null ? notCleared(region) : unknownTeller(asked));
            return;
        }
        OutOfTown transaction = transaction(asked, region, key);
        clearing.execute(transaction, answer -> reply.accept(reply(answer, transaction, asked)));
    }

    /** Takes back such a transaction; answers and throws as {@link #execute} does. */
    public void reverse(Reversal reversal, int region, TransactionKey key, Consumer<OutOfTownReply> reply) {
        Transaction asked = reversal.original();
        Clearing clearing = regions.clearing(region);
        if (clearing == null || !isTill(asked)) {
            reply.accept(clearing == null ? notCleared(region) : unknownTeller(asked));
            return;
        }
        OutOfTown transaction = transaction(asked, region, reversal.originalKey());
        clearing.reverse(
                transaction, key, reversal.performedMinor(), answer -> reply.accept(reply(answer, transaction, asked)));
    }

    private OutOfTownReply reply(Clearing.Answer answer, OutOfTown transaction, Transaction asked) {
        int region = transaction.issuer();
        String because = answer instanceof Clearing.Answer.Away ? regions.refusedBecause(region) : null;
        return because == null
                ? OutOfTownReply.of(answer, transaction, asked)
                : OutOfTownReply.refused(region, because);
    }

    private OutOfTown transaction(Transaction asked, int region, TransactionKey key) {
        String wrong = OutOfTown.malformed(asked);
        Integer own = regions.number();
        if (wrong != null || own == null) {
            throw new Malformed(String.valueOf(wrong));
        }
        return new OutOfTown(
                own,
                region,
                asked.type(),
                asked.teller(),
                asked.account(),
                asked.amountMinor(),
                key,
                asked.reference());
    }

    private boolean isTill(Transaction asked) {
        return scale.hasTeller(asked.teller()) && !isNetworkTeller(asked.teller());
    }

    /**
     * The answer for a region without a clearing: it is refused for good, there is no such other region, or the service
     * has not begun to execute transactions with other regions, or has ended that.
     */
    private OutOfTownReply notCleared(int region) {
        String refusedBecause = regions.refusedForGoodBecause(region);
        if (refusedBecause != null) {
            return OutOfTownReply.refused(region, refusedBecause);
        }
        return regions.isPartner(region) ? OutOfTownReply.notServing() : OutOfTownReply.unknown(region);
    }

    private static OutOfTownReply unknownTeller(Transaction asked) {
        return new OutOfTownReply.Refused(Reason.UNKNOWN_TELLER, Detail.of(Refusal.UNKNOWN_TELLER, asked, 0), null);
    }
}
