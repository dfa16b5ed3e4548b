package org.debitcredit.simulation;

import java.util.List;
import java.util.function.Supplier;

/**
 * A rule that is broken on purpose, to see the simulator notice. Each has the seed on which that is known to be seen
 * soonest; {@link PlantedFaultsTest} says how to look for it again.
 */
enum PlantedFault {
    ACK_BEFORE_FORCE(1, () -> PlantedParts.ACKNOWLEDGES_BEFORE_THE_FORCE),
    BATCH_SKIPPED_IN_REDO(1, PlantedParts.SkipsABatchInRedo::new),
    KEYS_KEPT_AFTER_A_ROLLBACK(
            3,
            PlantedParts.RollsBack::new,
            new Spot("engine.TransactionStateMachine", "execute", PlantedAdvice.RemembersKeysAtOnce.class),
            new Spot("engine.Writer", "stop", PlantedAdvice.GoesOn.class)),
    FILLER_PAST_THE_WRITER(1, () -> PlantedParts.FILLS_PAST_THE_WRITER),
    SNAPSHOT_END_NOT_ASKED_FOR(
            255,
            new Spot("engine.TransactionEngine", "submit", PlantedAdvice.SkipsTheRing.class),
            new Spot("engine.SnapshotBoundary", "answer/1", PlantedAdvice.NotesTheBoundary.class)),
    SNAPSHOT_PAGE_NOT_CHECKED(121, new Spot("snapshot.PageLayout", "isIntact", PlantedAdvice.AnswersTrue.class)),
    SNAPSHOT_NOT_FORCED(3, () -> PlantedParts.PUBLISHES_WITHOUT_A_FORCE),
    SNAPSHOT_REQUEST_FORGOTTEN(
            1, new Spot("checkpoint.Snapshotter", "takeRequests", PlantedAdvice.AnswersNobody.class)),
    /** Segments have a second guard against the same loss, which is taken away too. */
    LAST_BATCH_NOT_COPIED(
            15,
            new Spot("journal.JournalWriter", "beginEpoch", PlantedAdvice.ForgetsLastBatch.class),
            new Spot("journal.segment.FileJournal", "forceInherited", PlantedAdvice.ForcesNothing.class)),
    /** Zeros after the last document are a second guard, which is taken away too. */
    RECORD_OF_THE_LAP_BEFORE(
            6,
            new Spot("journal.segment.Segment", "blank", PlantedAdvice.ForcesNothing.class),
            new Spot("journal.segment.SegmentReader", "document", PlantedAdvice.BelievesAnyEpoch.class),
            new Spot("journal.JournalReader", "continues", PlantedAdvice.BelievesAnyChain.class)),
    JOURNAL_CUT_TOO_EARLY(38, new Spot("checkpoint.Retention", "removeBefore", PlantedAdvice.CutsAtTheNewest.class)),
    DAMAGE_TAKEN_FOR_THE_END(78, new Spot("journal.JournalReader", "isLater", PlantedAdvice.AnswersFalse.class)),
    END_NOT_ON_RECORD(1, new Spot("journal.JournalWriter", "end", PlantedAdvice.ForcesNothing.class)),

    READER_REFUSES_THE_LONGEST(
            724, new Spot("journal.segment.SegmentReader", "document", PlantedAdvice.RefusesHalfOfTheLongest.class)),
    EMPTY_BANK_WHERE_ONE_WAS(
            81,
            new Spot("recovery.Identification", "lostJournal", PlantedAdvice.GoesOnWithoutAJournal.class),
            new Spot("founding.RecordCheck", "lost", PlantedAdvice.AnswersNull.class)),
    BALANCES_LEFT_OF_AN_ACCEPTED_LOSS(105, new Spot("recovery.Redo", "isComplete", PlantedAdvice.AnswersTrue.class)),
    LOST_EPOCH_TAKEN_FOR_THE_END(115, new Spot("founding.RecordCheck", "lost", PlantedAdvice.AnswersNull.class)),

    SMALLER_WINDOW_FORGETS(
            32, new Spot("checkpoint.KeyReplay", "keysFrom", PlantedAdvice.ForgetsTheWindowBefore.class)),
    WIDER_WINDOW_FORGETS(435, new Spot("checkpoint.KeyReplay", "keysFrom", PlantedAdvice.TakesTheWiderWindow.class)),
    HORIZON_NOT_IN_THE_EPOCH(
            6, new Spot("recovery.OwningBank", "keyHorizon", PlantedAdvice.RecordsNothingForgotten.class)),
    RUN_OF_KEYS_DOES_NOT_CARRY(1, new Spot("transaction.RunLengthKeys", "fits", PlantedAdvice.AnswersTrue.class)),
    EXPIRED_KEY_EXECUTED(1, new Spot("engine.IdempotencyWindow", "isExpired", PlantedAdvice.AnswersFalse.class)),
    KEY_WITHOUT_TIME_EXECUTED(3, new Spot("transaction.TransactionKey", "hasTime/2", PlantedAdvice.AnswersTrue.class)),
    KEY_OF_THE_FUTURE_EXECUTED(3, new Spot("engine.IdempotencyWindow", "isAhead", PlantedAdvice.AnswersFalse.class)),
    CONFLICT_NOT_SEEN(1, new Spot("transaction.ContentDigest", "of/5", PlantedAdvice.AnswersZero.class)),
    REPLAYED_KEYS_NOT_FOUND(1, new Spot("engine.IdempotencyWindow", "replayed", PlantedAdvice.ForcesNothing.class)),
    TOMBSTONE_NOT_JOURNALED(6, new Spot("engine.ReversalSubmission", "addTo/3", PlantedAdvice.ForcesNothing.class)),
    REVERSAL_APPLIED_TWICE(6, new Spot("engine.IdempotencyWindow", "noteReversed", PlantedAdvice.ForcesNothing.class)),
    PART_TAKEN_FOR_THE_WHOLE(6, new Spot("transaction.Reversals", "inverse", PlantedAdvice.TakesBackTheWhole.class)),
    ORIGINAL_EXECUTED_AFTER_ITS_REVERSAL(
            6, new Spot("engine.IdempotencyWindow", "find", PlantedAdvice.FindsNoTombstone.class)),
    CLOCK_ENTERS_WHAT_IS_FORGOTTEN(
            1, new Spot("engine.IdempotencyWindow", "replay", PlantedAdvice.ForgetsByTheClock.class)),
    ONE_TIME_FOR_ALL_CLIENTS(1, new Spot("engine.ForgottenTimes", "through", PlantedAdvice.OneTimeForAll.class)),

    CLOCK_JUMPS_FORWARD(1, new Spot("engine.BankClock", "follow", PlantedAdvice.FollowsAtOnce.class)),
    CLOCK_GOES_BACK(1, new Spot("engine.BankClock", "follow", PlantedAdvice.FollowsBack.class)),

    LOCK_NOT_LOOKED_AT(5, () -> PlantedParts.NEVER_LOOKS_AT_THE_LOCK),
    LOCK_LOOKED_AT_BY_ITS_NAME(5, () -> PlantedParts.LOOKS_AT_THE_LOCKS_NAME),

    ERROR_ENDS_THE_WRITER(13, new Spot("engine.Writer", "fail", PlantedAdvice.EndsTheThread.class)),
    ERROR_ENDS_THE_SNAPSHOTTER(40, new Spot("checkpoint.Snapshotter", "giveUp", PlantedAdvice.EndsTheThread.class)),
    STOP_NOT_TOLD(2, new Spot("engine.Writer", "reportStopped", PlantedAdvice.ForcesNothing.class)),
    STOP_LEAVES_COMMANDS_WAITING(13, new Spot("engine.Writer", "stop", PlantedAdvice.ForgetsWaitingSubmissions.class)),
    CLOSE_DOES_NOTHING(1, new Spot("engine.TransactionEngine", "close", PlantedAdvice.ForcesNothing.class)),
    IN_FLIGHT_NOT_GIVEN_BACK(1, new Spot("engine.TransactionEngine", "onEvent", PlantedAdvice.CountsOneTooMany.class)),

    SECOND_COPY_NOT_WRITTEN(25, new Spot("mirror.MirroredJournal", "work", PlantedAdvice.LeavesOutTheSecond.class)),
    ALONE_NOT_ON_RECORD(25, new Spot("mirror.MirrorRecord", "write", PlantedAdvice.ForgetsThatItIsAlone.class)),
    LONE_COPY_BY_GENERATION(186, new Spot("mirror.LoneCopy", "of", PlantedAdvice.NumbersByGeneration.class)),
    WORSE_COPY_CHOSEN(1, new Spot("mirror.Reconciliation", "good", PlantedAdvice.TakesTheOther.class)),

    BACKUP_LACKS_THE_NEWEST(1, new Spot("backup.Backup", "copyInto", PlantedAdvice.CopiesOneTooFew.class)),
    LAST_EPOCH_LINKED(1, new Spot("backup.Backup", "isComplete", PlantedAdvice.AnswersTrue.class)),
    BACKUP_NAMES_NOT_FORCED(1, PlantedParts.ForcesNoNamesOfABackup::new),
    SHARED_EPOCH_OVERWRITTEN(7, () -> PlantedParts.OVERWRITES_WHAT_IT_REMOVES),
    REMOVED_WHILE_A_BACKUP_NEEDS_IT(
            2, new Spot("checkpoint.RetentionHolds", "removeUnless", PlantedAdvice.NeedsNothing.class)),
    PROJECTION_SKIPS_A_GROUP(1, new Spot("projection.Projection", "follow", PlantedAdvice.FollowsFromTheNext.class)),
    CURSOR_SKIPS_A_TRANSACTION(4, new Spot("follow.PostingsReader", "cursor", PlantedAdvice.NamesTheNext.class));

    /** A method, with its number of arguments where its name is not enough, and what is woven into it. */
    record Spot(String type, String method, Class<?> advice) {}

    private final long seed;
    private final Supplier<Parts> parts;
    private final List<Spot> spots;

    PlantedFault(long seed, Supplier<Parts> parts, Spot... spots) {
        this.seed = seed;
        this.parts = parts;
        this.spots = List.of(spots);
    }

    PlantedFault(long seed, Spot... spots) {
        this(seed, () -> Parts.SOUND, spots);
    }

    /** On which it is known to be caught. */
    long seed() {
        return seed;
    }

    Parts parts() {
        return parts.get();
    }

    List<Spot> spots() {
        return spots;
    }
}
