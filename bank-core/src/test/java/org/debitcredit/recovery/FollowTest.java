package org.debitcredit.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.UUID;
import org.debitcredit.checkpoint.RetainedEpochs;
import org.debitcredit.follow.CursorRefused;
import org.debitcredit.follow.CursorRefused.Reason;
import org.debitcredit.follow.DurableSignal;
import org.debitcredit.follow.PostingsFeed;
import org.debitcredit.follow.PostingsReader;
import org.debitcredit.journal.Epochs;
import org.debitcredit.journal.JournalSource;
import org.debitcredit.journal.UnreadableEpoch;
import org.debitcredit.settings.JournalKind;
import org.debitcredit.transaction.LogPosition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Readers that follow a bank from their cursors, over its lives. */
@Timeout(120)
class FollowTest {

    private static final int ALL = Integer.MAX_VALUE;

    @TempDir
    Path folder;

    private final SplittableRandom random = new SplittableRandom(7);

    private BankLives lives(JournalKind kind) {
        return new BankLives(folder.resolve("data"), kind);
    }

    private static LogPosition founding(RunningBank bank) {
        return LogPosition.founding(bank.identity().id());
    }

    /** Reads to the end and checks each key; returns the last cursor. */
    private static LogPosition readAll(BankLives lives, PostingsReader reader) throws IOException, CursorRefused {
        while (readSome(lives, reader, ALL)) {
            continue;
        }
        return reader.cursor();
    }

    /** Reads some transactions, which must be those after the cursor; returns whether there were any. */
    private static boolean readSome(BankLives lives, PostingsReader reader, int rowsMax)
            throws IOException, CursorRefused {
        long before = reader.cursor().position();
        PostingsReader.Part part = reader.next(rowsMax);
        if (part == null) {
            return false;
        }
        assertThat(part.firstPosition()).isEqualTo(before + 1);
        assertThat(part.rows()).isBetween(1, rowsMax);
        assertThat(reader.cursor().position()).isEqualTo(before + part.rows());
        for (int row = part.fromRow(); row < part.toRow(); row++) {
            assertThat(part.batch().requests.keys.keyOf(row)).isEqualTo(lives.key((int) before + row - part.fromRow()));
        }
        return true;
    }

    private static CursorRefused refused(PostingsFeed feed, LogPosition cursor) {
        CursorRefused refused = catchThrowableOfType(CursorRefused.class, () -> feed.after(cursor));
        assertThat(refused).as("%s is refused", cursor).isNotNull();
        return refused;
    }

    private static LogPosition from(CursorRefused refused) {
        return Objects.requireNonNull(refused.from());
    }

    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void everyTransactionIsReadOnceFromCursorsAnywhereOverLivesAndSnapshots(JournalKind kind) throws Exception {
        BankLives lives = lives(kind);
        lives.replayMax = BankLives.OFTEN;
        LogPosition cursor;
        try (RunningBank bank = lives.recover()) {
            cursor = founding(bank);
        }
        long removedBefore = 0;
        for (int life = 0; life < 4; life++) {
            try (RunningBank bank = lives.recover()) {
                for (int round = 0; round < 20; round++) {
                    lives.run(bank, random.nextInt(4));
                    try (PostingsReader reader = bank.postings().after(cursor)) {
                        for (int parts = random.nextInt(6); parts > 0; parts--) {
                            readSome(lives, reader, 1 + random.nextInt(15));
                            if (random.nextInt(4) == 0) {
                                reader.pause();
                            }
                        }
                        cursor = LogPosition.parse(reader.cursor().text());
                    }
                }
                removedBefore = Math.max(removedBefore, liveFrom(bank));
            }
        }
        assertThat(removedBefore).as("part of the journal was archived").isPositive();
        try (RunningBank bank = lives.recover();
                PostingsReader rest = bank.postings().after(cursor);
                PostingsReader beginning = bank.postings().fromBeginning()) {
            long end = bank.engine().position();
            assertThat(readAll(lives, rest).position()).isEqualTo(end);
            assertThat(beginning.cursor().position()).isZero();
            assertThat(readAll(lives, beginning)).isEqualTo(rest.cursor());
            assertThat(rest.next(ALL)).isNull();
        }
    }

    private static long liveFrom(RunningBank bank) throws IOException {
        return Epochs.of(BankLives.files(bank).liveEpochs()).positionBefore(0);
    }

    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void oneThatBeginsNowReadsWhatIsDecidedLater(JournalKind kind) throws Exception {
        BankLives lives = lives(kind);
        lives.live(3);
        try (RunningBank bank = lives.recover();
                PostingsReader atOnce = bank.postings().fromNow()) {
            assertThat(atOnce.cursor().position()).isEqualTo(30);
            assertThat(atOnce.next(ALL)).isNull();
            lives.run(bank, 2);
            try (PostingsReader later = bank.postings().fromNow();
                    PostingsReader again = bank.postings().after(atOnce.cursor())) {
                lives.run(bank, 1);
                assertThat(later.cursor().position()).isEqualTo(50);
                assertThat(readAll(lives, later).position()).isEqualTo(60);
                assertThat(readAll(lives, atOnce)).isEqualTo(later.cursor());
                assertThat(readAll(lives, again)).isEqualTo(later.cursor());
            }
        }
    }

    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void nothingIsReadThatIsNotDurableYet(JournalKind kind) throws Exception {
        BankLives lives = lives(kind);
        try (RunningBank bank = lives.recover()) {
            lives.run(bank, 5);
            LogPosition end;
            try (PostingsReader reader = bank.postings().fromBeginning()) {
                end = readAll(lives, reader);
            }
            long[] durable = {20};
            PostingsFeed feed = new PostingsFeed(
                    bank.identity(),
                    BankLives.files(bank).liveEpochs(),
                    new RetainedEpochs(BankLives.files(bank)),
                    new DurableSignal(() -> durable[0], listener -> {}));
            try (PostingsReader reader = feed.fromBeginning();
                    PostingsReader now = feed.fromNow()) {
                assertThat(readAll(lives, reader).position()).isEqualTo(20);
                assertThat(now.cursor()).isEqualTo(reader.cursor());
                assertThat(refused(feed, end).reason()).isEqualTo(Reason.UNKNOWN);
                durable[0] = 30;
                assertThat(readAll(lives, reader).position()).isEqualTo(30);
                durable[0] = 50;
                assertThat(readAll(lives, reader)).isEqualTo(end);
            }
            feed.after(end).close();
        }
    }

    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void aCursorThatTheBankNeverGaveIsRefused(JournalKind kind) throws Exception {
        BankLives lives = lives(kind);
        try (RunningBank bank = lives.recover()) {
            lives.run(bank, 3);
            PostingsFeed feed = bank.postings();
            LogPosition inside;
            try (PostingsReader reader = feed.fromBeginning()) {
                assertThat(readSome(lives, reader, 4)).isTrue();
                inside = reader.cursor();
            }
            assertThat(inside.position()).isEqualTo(4);
            feed.after(inside).close();
            UUID id = bank.identity().id();
            UUID other = new UUID(1, 2);
            int checksum = inside.chainChecksum();
            CursorRefused another = refused(feed, new LogPosition(other, inside.epoch(), 4, checksum));
            assertThat(another.reason()).isEqualTo(Reason.OF_ANOTHER_BANK);
            assertThat(another.from()).isNull();
            for (LogPosition wrong : new LogPosition[] {
                new LogPosition(id, inside.epoch(), 4, checksum + 1),
                new LogPosition(id, inside.epoch(), 14, checksum),
                new LogPosition(id, inside.epoch(), 31, checksum),
                new LogPosition(id, other, 4, checksum),
                new LogPosition(id, LogPosition.NO_EPOCH, 0, 1),
                new LogPosition(id, LogPosition.NO_EPOCH, 10, 0)
            }) {
                CursorRefused unknown = refused(feed, wrong);
                assertThat(unknown.reason()).as("%s", wrong).isEqualTo(Reason.UNKNOWN);
                try (PostingsReader reader = feed.after(from(unknown))) {
                    assertThat(readAll(lives, reader).position()).isEqualTo(30);
                }
            }
        }
    }

    /** It has the first epoch open while its files are removed or written over. */
    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void aReaderWhoseFilesAreRemovedContinuesInTheArchive(JournalKind kind) throws Exception {
        BankLives lives = lives(kind);
        lives.replayMax = BankLives.OFTEN;
        try (RunningBank bank = lives.recover();
                PostingsReader reader = bank.postings().after(founding(bank))) {
            lives.run(bank, 3);
            assertThat(readSome(lives, reader, 25)).isTrue();
            lives.run(bank, 100);
            assertThat(liveFrom(bank)).isPositive();
            assertThat(readAll(lives, reader).position()).isEqualTo(1_030);
        }
    }

    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void aCursorOfWhatRetentionRemovedHasExpiredAndNothingIsKeptForIt(JournalKind kind) throws Exception {
        BankLives lives = lives(kind);
        lives.replayMax = BankLives.OFTEN;
        lives.retention = Duration.ZERO;
        try (RunningBank bank = lives.recover();
                PostingsReader open = bank.postings().after(founding(bank))) {
            lives.run(bank, 3);
            assertThat(readSome(lives, open, 5)).isTrue();
            LogPosition early = open.cursor();
            lives.run(bank, 100);
            long heldAfter = liveFrom(bank);
            assertThat(heldAfter).isPositive();
            CursorRefused expired = refused(bank.postings(), early);
            assertThat(expired.reason()).isEqualTo(Reason.EXPIRED);
            assertThat(from(expired).position()).isEqualTo(heldAfter);
            assertThat(expired).hasMessageContaining("begin at position " + (heldAfter + 1));
            assertThat(refused(bank.postings(), founding(bank)).reason()).isEqualTo(Reason.EXPIRED);
            try (PostingsReader reader = bank.postings().after(from(expired));
                    PostingsReader oldest = bank.postings().fromBeginning()) {
                assertThat(readAll(lives, reader).position()).isEqualTo(1_030);
                assertThat(oldest.cursor()).isEqualTo(from(expired));
            }
            CursorRefused ended = catchThrowableOfType(CursorRefused.class, () -> readAll(lives, open));
            assertThat(ended == null || ended.reason() == Reason.EXPIRED)
                    .as("it reads what was open, or is told that it has expired")
                    .isTrue();
            assertThat(ended != null || open.cursor().position() == 1_030).isTrue();
        }
    }

    /** A follower that were told that its cursor has expired would leave out what is still there. */
    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void anEpochThatCannotBeReadHasNotExpired(JournalKind kind) throws Exception {
        BankLives lives = lives(kind);
        for (int life = 0; life < 3; life++) {
            lives.live(2);
        }
        try (RunningBank bank = lives.recover()) {
            LogPosition early;
            try (PostingsReader reader = bank.postings().fromBeginning()) {
                assertThat(readSome(lives, reader, 5)).isTrue();
                early = reader.cursor();
            }
            JournalSource held = new RetainedEpochs(BankLives.files(bank));
            JournalSource failing = new UnreadableEpoch(held, held.epochs().get(0));
            PostingsFeed feed =
                    new PostingsFeed(bank.identity(), failing, failing, new DurableSignal(() -> 60, listener -> {}));
            assertThatIOException().isThrownBy(() -> feed.after(early)).withMessageContaining("planted in epoch");
            assertThatIOException().isThrownBy(feed::fromBeginning).withMessageContaining("planted in epoch");
        }
    }

    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void aCursorAtTheEndOfTheLastRemovedEpochIsStillGood(JournalKind kind) throws Exception {
        BankLives lives = lives(kind);
        lives.replayMax = BankLives.OFTEN;
        lives.retention = Duration.ZERO;
        try (RunningBank bank = lives.recover()) {
            LogPosition cursor = founding(bank);
            Map<Long, LogPosition> cursors = new HashMap<>();
            for (int group = 0; group < 100; group++) {
                lives.run(bank, 1);
                try (PostingsReader reader = bank.postings().after(cursor)) {
                    cursor = readAll(lives, reader);
                }
                cursors.put(cursor.position(), cursor);
            }
            long heldAfter = liveFrom(bank);
            assertThat(heldAfter).isPositive();
            assertThat(refused(bank.postings(), Objects.requireNonNull(cursors.get(heldAfter - BankLives.GROUP)))
                            .reason())
                    .isEqualTo(Reason.EXPIRED);
            try (PostingsReader reader = bank.postings().after(Objects.requireNonNull(cursors.get(heldAfter)))) {
                assertThat(readAll(lives, reader)).isEqualTo(cursor);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void aCursorAfterALossThatWasAcceptedIsDiscarded(JournalKind kind) throws Exception {
        BankLives lives = lives(kind);
        lives.live(5);
        LogPosition good;
        LogPosition lost;
        LogPosition later;
        try (RunningBank bank = lives.recover();
                PostingsReader reader = bank.postings().after(founding(bank))) {
            lives.run(bank, 2);
            good = readAll(lives, reader);
            lives.run(bank, 3);
            lost = readAll(lives, reader);
        }
        lives.live(5);
        try (RunningBank bank = lives.recover();
                PostingsReader reader = bank.postings().after(lost)) {
            later = readAll(lives, reader);
        }
        assertThat(good.position()).isEqualTo(70);
        assertThat(later.position()).isEqualTo(150);
        lives.flip(lives.spot(2, 5), 200);
        lives.acceptLossAfter = OptionalLong.of(70);
        try (RunningBank bank = lives.recover()) {
            lives.run(bank, 20);
            for (LogPosition discarded : new LogPosition[] {lost, later}) {
                CursorRefused refused = refused(bank.postings(), discarded);
                assertThat(refused.reason()).isEqualTo(Reason.DISCARDED);
                assertThat(from(refused).position()).isEqualTo(70);
                try (PostingsReader reader = bank.postings().after(from(refused));
                        PostingsReader before = bank.postings().after(good)) {
                    PostingsReader.Part part = Objects.requireNonNull(reader.next(ALL));
                    assertThat(part.firstPosition()).isEqualTo(71);
                    assertThat(part.batch().requests.keys.keyOf(part.fromRow())).isEqualTo(lives.key(150));
                    assertThat(before.next(ALL)).isNotNull();
                }
            }
        }
    }

    @Test
    void aCursorOfABankBeforeItsRestoreIsDiscardedOrExpired() throws Exception {
        BankLives lives = lives(JournalKind.FILE);
        LogPosition early;
        LogPosition late;
        try (RunningBank bank = lives.recover();
                PostingsReader reader = bank.postings().after(founding(bank))) {
            lives.run(bank, 1);
            early = readAll(lives, reader);
            lives.run(bank, 99);
            late = readAll(lives, reader);
        }
        BankLives restored = lives.restored(folder.resolve("restored"), 800, 50);
        try (RunningBank bank = restored.recover()) {
            CursorRefused discarded = refused(bank.postings(), late);
            CursorRefused expired = refused(bank.postings(), early);
            assertThat(discarded.reason()).isEqualTo(Reason.DISCARDED);
            assertThat(expired.reason()).isEqualTo(Reason.EXPIRED);
            assertThat(from(discarded)).isEqualTo(from(expired));
            assertThat(from(discarded).position()).isBetween(10L, 800L);
            try (PostingsReader reader = bank.postings().after(from(discarded))) {
                assertThat(readAll(restored, reader).position()).isEqualTo(800);
            }
        }
    }
}
