package org.debitcredit.server.region;

import org.debitcredit.region.OutOfTown;
import org.debitcredit.region.SettlementStep;
import org.debitcredit.server.network.LinePerMinute;
import org.debitcredit.transaction.Refusal;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the log says of the connection to another region. It is written once for each change, and at most once a minute
 * for each kind of failure, because another region can cause them as often as it likes.
 */
final class RegionLog {

    private static final Logger LOG = LoggerFactory.getLogger(RegionLog.class);

    private final int number;
    private final int own;
    private final LinePerMinute failures = new LinePerMinute(System::nanoTime);
    private final LinePerMinute markFailures = new LinePerMinute(System::nanoTime);
    private final LinePerMinute refusals = new LinePerMinute(System::nanoTime);
    private final LinePerMinute refusedTakeBacks = new LinePerMinute(System::nanoTime);
    /** Whether the log says that the region is away; null before it says anything. */
    private @Nullable Boolean isAwayInLog;

    private @Nullable String refusalByRegion;

    /**
     * A log.
     *
     * @param number of the other region
     * @param own number of this region
     */
    RegionLog(int number, int own) {
        this.number = number;
        this.own = own;
    }

    /** The region does not answer, or answers. */
    void away(boolean isAway) {
        if (Boolean.valueOf(isAway).equals(isAwayInLog)) {
            return;
        }
        isAwayInLog = isAway;
        if (isAway) {
            LOG.warn("region {} does not answer; what is paid in for its customers waits here", number);
        } else {
            LOG.info("region {} answers", number);
        }
    }

    /** This region does not use the other one, and asks it again. */
    void refused(String why) {
        refusals.next().ifPresent(others -> LOG.error("region {} is not used: {}", number, why));
    }

    /** This region does not use the other one until the next start. */
    void refusedForGood(String why) {
        LOG.error("region {} is not used: {}", number, why);
    }

    /**
     * The other region refuses what is sent to it.
     *
     * @param why null if it does not
     */
    void refusedByRegion(@Nullable String why) {
        if (why != null && !why.equals(refusalByRegion)) {
            refusals.next().ifPresent(others -> LOG.error("region {} refuses what is sent to it: {}", number, why));
        }
        refusalByRegion = why;
    }

    /** A region refuses to take its half of a transaction back. On any thread. */
    void refusedTakeBack(SettlementStep step, Refusal reason) {
        OutOfTown transaction = step.transaction();
        int by = step.kind() == SettlementStep.Kind.TAKE_BACK_AT_ACQUIRER ? own : number;
        refusedTakeBacks
                .next()
                .ifPresent(others -> LOG.error(
                        "region {} refuses to take back its half of transaction {} with region {} at teller {}, amount"
                                + " {}: {}. It refuses each repeat, so the transaction stays unsettled. When the cause is"
                                + " gone, for example when the balances have room again, the client of the transaction"
                                + " must reverse it under a new key; {} more such answers since the last such line",
                        by,
                        transaction.key().uuid(),
                        number,
                        transaction.till(),
                        transaction.amountMinor(),
                        reason.id(),
                        others));
    }

    /** The region is followed again after a failure. */
    void failed(Throwable failure) {
        failures.next()
                .ifPresent(others -> LOG.warn(
                        "region {} is followed again after a failure; {} more since the last such line",
                        number,
                        others,
                        failure));
    }

    /** The mark could not be written. */
    void markFailed(Exception failure) {
        markFailures
                .next()
                .ifPresent(others -> LOG.warn(
                        "the mark of region {} could not be written; after a restart its stream is read again from an"
                                + " earlier one",
                        number,
                        failure));
    }
}
