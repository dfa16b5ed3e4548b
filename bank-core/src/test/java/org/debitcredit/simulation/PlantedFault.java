package org.debitcredit.simulation;

import java.util.List;
import java.util.function.Supplier;
import org.debitcredit.simulation.PlantedAdvice.AnswersFalse;
import org.debitcredit.simulation.PlantedAdvice.AnswersTrue;
import org.debitcredit.simulation.PlantedAdvice.BelievesAnyChain;
import org.debitcredit.simulation.PlantedAdvice.BelievesAnyEpoch;
import org.debitcredit.simulation.PlantedAdvice.CutsAtTheNewest;
import org.debitcredit.simulation.PlantedAdvice.ForcesNothing;
import org.debitcredit.simulation.PlantedAdvice.ForgetsLastBatch;
import org.debitcredit.simulation.PlantedAdvice.GoesOn;
import org.debitcredit.simulation.PlantedAdvice.NotesTheMark;
import org.debitcredit.simulation.PlantedAdvice.RemembersKeysAtOnce;
import org.debitcredit.simulation.PlantedAdvice.SkipsTheRing;

/** A rule of durability that is broken on purpose, to see the simulator notice. */
enum PlantedFault {
    ACK_BEFORE_FORCE(() -> PlantedParts.ACKNOWLEDGES_BEFORE_THE_FORCE),
    BATCH_SKIPPED_IN_REDO(PlantedParts.SkipsABatchInRedo::new),
    KEYS_KEPT_AFTER_A_ROLLBACK(
            PlantedParts.RollsBack::new,
            new Spot("engine.Writer", "makeDurable", RemembersKeysAtOnce.class),
            new Spot("engine.Writer", "stop", GoesOn.class)),
    FILLER_PAST_THE_WRITER(() -> PlantedParts.FILLS_PAST_THE_WRITER),
    SNAPSHOT_END_NOT_ASKED_FOR(
            new Spot("engine.TransactionEngine", "submit", SkipsTheRing.class),
            new Spot("engine.SnapshotMark", "answer/1", NotesTheMark.class)),
    SNAPSHOT_PAGE_NOT_CHECKED(new Spot("snapshot.PageLayout", "isIntact", AnswersTrue.class)),
    SNAPSHOT_NOT_FORCED(() -> PlantedParts.PUBLISHES_WITHOUT_A_FORCE),
    /** Segments have a second guard against the same loss, which is taken away too. */
    LAST_BATCH_NOT_COPIED(
            new Spot("journal.JournalWriter", "beginEpoch", ForgetsLastBatch.class),
            new Spot("journal.FileJournal", "forceInherited", ForcesNothing.class)),
    /** Zeros behind the last document are a second guard, which is taken away too. */
    RECORD_OF_THE_LAP_BEFORE(
            new Spot("journal.Segment", "blank", ForcesNothing.class),
            new Spot("journal.SegmentReader", "document", BelievesAnyEpoch.class),
            new Spot("journal.JournalReader", "continues", BelievesAnyChain.class)),
    JOURNAL_CUT_TOO_EARLY(new Spot("recovery.Retention", "removeBefore", CutsAtTheNewest.class)),
    EXPIRED_KEY_EXECUTED(new Spot("engine.KeyWindow", "isExpired", AnswersFalse.class)),
    KEY_WITHOUT_TIME_EXECUTED(new Spot("transaction.TransactionKey", "hasTime/2", AnswersTrue.class));

    /** A method, with its number of arguments where its name is not enough, and what is woven into it. */
    record Spot(String type, String method, Class<?> advice) {}

    private final Supplier<Parts> parts;
    private final List<Spot> spots;

    PlantedFault(Supplier<Parts> parts, Spot... spots) {
        this.parts = parts;
        this.spots = List.of(spots);
    }

    PlantedFault(Spot... spots) {
        this(() -> Parts.SOUND, spots);
    }

    Parts parts() {
        return parts.get();
    }

    List<Spot> spots() {
        return spots;
    }
}
