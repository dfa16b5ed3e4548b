package org.debitcredit.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.UUID;
import org.debitcredit.bank.BankIdentity;
import org.debitcredit.bank.Clocks;
import org.debitcredit.founding.BankRecord;
import org.debitcredit.founding.BankRecordFile;
import org.debitcredit.ledger.AccountStatement;
import org.debitcredit.ledger.BalanceKind;
import org.debitcredit.ledger.ForwardingLedger;
import org.debitcredit.ledger.LedgerUnavailable;
import org.debitcredit.ledger.StatementCursor;
import org.debitcredit.ledger.Statements.Period;
import org.debitcredit.ledger.Totals;
import org.debitcredit.ledger.sql.PopulateProgress;
import org.debitcredit.ledger.sql.SqlDatabase;
import org.debitcredit.ledger.sql.SqlLedger;
import org.debitcredit.projection.Projection;
import org.debitcredit.projection.ProjectionOpener;
import org.debitcredit.settings.JournalKind;
import org.debitcredit.settings.SpaceSettings;
import org.debitcredit.storage.DiskFolder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A bank in memory with its journal projected into SQLite, over its lives. */
@Timeout(120)
class ProjectionTest {

    @TempDir
    Path folder;

    private final SplittableRandom random = new SplittableRandom(5);

    private BankLives lives(JournalKind kind) {
        BankLives lives = new BankLives(folder.resolve("data"), kind);
        lives.projection = (identity, progress) -> SqlLedger.open(database("projection"), identity, progress);
        // It retries when the database is unreachable, and the tests wait for that.
        lives.clocks = new Clocks(() -> lives.clockMicros, () -> lives.clockMicros * 1_000 + System.nanoTime());
        return lives;
    }

    private SqlDatabase database(String name) {
        return new SqlDatabase("jdbc:sqlite:" + folder.resolve(name + ".sqlite"), "", "");
    }

    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void itHasEveryPostingOnceAfterAnyNumberOfLivesAndSnapshots(JournalKind kind) throws IOException {
        BankLives lives = lives(kind);
        lives.replayMax = BankLives.OFTEN;
        lives.retention = Duration.ZERO;
        for (int life = 0; life < 4; life++) {
            try (RunningBank bank = lives.recover()) {
                for (int round = 0; round < 30; round++) {
                    lives.run(bank, random.nextInt(3));
                    if (random.nextInt(3) == 0) {
                        projection(bank).step();
                    }
                }
            }
        }
        try (RunningBank bank = lives.recover()) {
            assertThat(projection(bank).lag()).isPositive();
            catchUp(bank);
            assertThatItIsTheBank(bank, lives);
            lives.run(bank, 3);
            catchUp(bank);
            assertThatItIsTheBank(bank, lives);
        }
        assertThat(lives.projectionStops).isEmpty();
    }

    /** Its database may not answer, and the bank has stopped cleanly all the same. */
    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void theJournalIsEndedBeforeItIsWaitedFor(JournalKind kind) throws IOException {
        BankLives lives = lives(kind);
        List<Boolean> ended = new ArrayList<>();
        lives.projection = (identity, progress) ->
                new ForwardingLedger(SqlLedger.open(database("projection"), identity, progress)) {
                    @Override
                    public void close() {
                        ended.add(isEnded());
                        super.close();
                    }
                };
        try (RunningBank bank = lives.recover()) {
            lives.run(bank, 3);
            catchUp(bank);
        }
        assertThat(ended).containsExactly(true);
    }

    private boolean isEnded() {
        try {
            BankRecord record = BankRecordFile.read(DiskFolder.open(folder.resolve("data")));
            return record != null && record.isClosed();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void theJournalIsKeptForAProjectionThatLagsAndNotForOneThatDoesNot(JournalKind kind) throws IOException {
        BankLives lives = lives(kind);
        lives.replayMax = BankLives.OFTEN;
        lives.retention = Duration.ZERO;
        try (RunningBank bank = lives.recover()) {
            lives.run(bank, 80);
        }
        assertThat(lives.positionBefore(lives.epochs().get(0))).isZero();
        try (RunningBank bank = lives.recover()) {
            catchUp(bank);
        }
        try (RunningBank bank = lives.recover()) {
            lives.run(bank, 80);
        }
        assertThat(lives.positionBefore(lives.epochs().get(0))).isPositive();
        try (RunningBank bank = lives.recover()) {
            catchUp(bank);
            assertThatItIsTheBank(bank, lives);
        }
    }

    @Test
    void oneThatIsAwayForTooMuchOfTheJournalEndsWithAReasonAndTheBankGoesOn() throws IOException {
        BankLives lives = lives(JournalKind.FILE);
        lives.replayMax = Duration.ofNanos(500_000);
        lives.retention = Duration.ZERO;
        lives.group = 200;
        long backlog = 1 << 19;
        lives.space = SpaceSettings.CHOSEN.withJournalBytesMax(4 << 20).withBacklogBytesMax(backlog);
        try (RunningBank bank = lives.recover()) {
            lives.run(bank, 2);
            catchUp(bank);
            long most = 0;
            for (int group = 0; group < 300 && lives.projectionStops.isEmpty(); group++) {
                lives.run(bank, 1);
                most = Math.max(most, bank.journalBytes());
            }
            assertThat(most).isBetween(backlog, 3 * backlog);
            assertThat(lives.projectionStops).hasSize(1);
            assertThat(lives.projectionStops.get(0))
                    .hasMessageContaining("bank.projection.backlog-max")
                    .hasMessageContaining("restart the bank")
                    .hasMessageContaining("bank.projection.url");
            assertThat(projection(bank).state()).isEqualTo(Projection.State.STOPPED);
            assertThat(projection(bank).step()).isFalse();
            assertThatThrownBy(() -> statement(bank, 0)).isInstanceOf(LedgerUnavailable.class);
            lives.run(bank, 30);
            assertThat(bank.journalBytes()).as("it is kept no longer").isLessThan(backlog);
            assertThat(lives.projectionStops).hasSize(1);
        }
        lives.projectionStops.clear();
        try (RunningBank bank = lives.recover()) {
            assertThat(projection(bank).state())
                    .as("a start is not refused for it")
                    .isEqualTo(Projection.State.STOPPED);
            assertThat(lives.projectionStops)
                    .singleElement()
                    .satisfies(stop -> assertThat(stop)
                            .hasMessageContaining("the projection is at position")
                            .hasMessageContaining("begins at position"));
            lives.run(bank, 1);
        }
        lives.projectionStops.clear();
        Files.delete(folder.resolve("projection.sqlite"));
        try (RunningBank bank = lives.recover()) {
            catchUp(bank);
            assertThatItIsTheBank(bank, lives);
        }
    }

    @Test
    void oneThatWasNeverReachedKeepsTheJournalUpToItsBacklogToo() throws IOException {
        BankLives lives = lives(JournalKind.FILE);
        lives.projection = (identity, progress) -> {
            throw new LedgerUnavailable("away");
        };
        lives.replayMax = Duration.ofNanos(500_000);
        lives.retention = Duration.ZERO;
        lives.group = 200;
        lives.space = SpaceSettings.CHOSEN.withJournalBytesMax(4 << 20).withBacklogBytesMax(1 << 19);
        try (RunningBank bank = lives.recover()) {
            for (int group = 0; group < 300 && lives.projectionStops.isEmpty(); group++) {
                assertThat(bank.journalBytes()).isLessThan(2 << 20);
                lives.run(bank, 1);
            }
            assertThat(lives.projectionStops).hasSize(1);
            assertThat(lives.projectionStops.get(0)).hasMessageContaining("its position is unknown");
        }
    }

    /**
     * What is there at the start, others need too: it is no backlog of a projection whose database starts a little
     * later.
     */
    @Test
    void oneThatIsAwayAtTheStartOfABankWhoseJournalIsLongIsNotEndedForThat() throws IOException {
        BankLives lives = lives(JournalKind.FILE);
        lives.group = 200;
        lives.space = SpaceSettings.CHOSEN.withJournalBytesMax(4 << 20).withBacklogBytesMax(1 << 19);
        try (RunningBank bank = lives.recover()) {
            while (bank.journalBytes() < 2 << 20) {
                lives.submit(bank);
                lives.tick(1_000_000);
            }
            catchUp(bank);
        }
        ProjectionOpener there = Objects.requireNonNull(lives.projection);
        boolean[] isAway = {true};
        lives.projection = (identity, progress) -> {
            if (isAway[0]) {
                throw new LedgerUnavailable("away");
            }
            return there.open(identity, progress);
        };
        try (RunningBank bank = lives.recover()) {
            for (int snapshot = 0; snapshot < 2; snapshot++) {
                lives.run(bank, 1);
                bank.snapshotter().request();
                BankLives.stepAll(bank);
            }
            assertThat(lives.projectionStops).isEmpty();
            isAway[0] = false;
            while (projection(bank).state() != Projection.State.FOLLOWING) {
                projection(bank).step();
                Thread.onSpinWait();
            }
            catchUp(bank);
            assertThatItIsTheBank(bank, lives);
        }
    }

    @Test
    void moreThanHalfOfTheJournalIsNotKeptForAProjection() {
        BankLives lives = lives(JournalKind.FILE);
        lives.space = SpaceSettings.CHOSEN.withJournalBytesMax(4 << 20).withBacklogBytesMax((2 << 20) + 1);
        assertThatThrownBy(lives::recover)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("bank.projection.backlog-max is 2097153 bytes; it must be at most half");
    }

    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void oneThatBeginsLateReadsWhatIsArchived(JournalKind kind) throws IOException {
        BankLives lives = withoutProjection(kind, Duration.ofDays(90));
        lives.projection = lives(kind).projection;
        try (RunningBank bank = lives.recover()) {
            catchUp(bank);
            assertThatItIsTheBank(bank, lives);
            assertThat(statement(bank, 0).historyFrom()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void oneThatBeginsWhenTheHistoryIsGoneBeginsWithASnapshot(JournalKind kind) throws IOException {
        BankLives lives = withoutProjection(kind, Duration.ZERO);
        lives.projection = lives(kind).projection;
        try (RunningBank bank = lives.recover()) {
            assertThatThrownBy(() -> statement(bank, 0)).isInstanceOf(LedgerUnavailable.class);
            catchUp(bank);
            assertThat(statement(bank, 0).historyFrom()).isGreaterThan(1);
            assertThatItIsTheBank(bank, lives);
            lives.run(bank, 5);
            catchUp(bank);
            assertThatItIsTheBank(bank, lives);
        }
    }

    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void aDatabaseThatStandsWhereTheJournalNeverWasIsRefused(JournalKind kind) throws IOException {
        BankLives lives = lives(kind);
        lives.live(3);
        Path before = folder.resolve("before");
        BankLives.copy(lives.data, before);
        try (RunningBank bank = lives.recover()) {
            lives.run(bank, 3);
            catchUp(bank);
        }
        BankLives.delete(lives.data);
        BankLives.copy(before, lives.data);
        assertThatThrownBy(lives::recover)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("the projection is at position 60 of epoch")
                .hasMessageContaining("ends at position 30")
                .hasMessageContaining("empty database");
    }

    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void theDatabaseOfAnotherBankIsRefused(JournalKind kind) throws IOException {
        BankLives lives = lives(kind);
        BankIdentity stranger;
        try (RunningBank bank = lives.recover()) {
            lives.run(bank, 1);
            catchUp(bank);
            stranger = bank.identity();
        }
        BankLives.delete(lives.data);
        assertThatThrownBy(lives::recover)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining(stranger.id().toString());
    }

    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void aDatabaseWhoseSumsDifferIsRefused(JournalKind kind) throws IOException {
        BankLives lives = lives(kind);
        try (RunningBank bank = lives.recover()) {
            lives.run(bank, 1);
            catchUp(bank);
        }
        sql("update teller set till = till + 1 where teller_id = 1");
        assertThatThrownBy(lives::recover)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("the four sums of the projection differ at position 10 of epoch");
    }

    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void oneWhoseSumsAreFoundToDifferLaterEndsAndTheBankGoesOn(JournalKind kind) throws IOException {
        BankLives lives = lives(kind);
        try (RunningBank bank = lives.recover()) {
            lives.run(bank, 1);
            catchUp(bank);
        }
        sql("update teller set till = till + 1 where teller_id = 1");
        List<UUID> attempts = new ArrayList<>();
        lives.projection = (identity, progress) -> {
            attempts.add(identity.id());
            if (attempts.size() == 1) {
                throw new LedgerUnavailable("away");
            }
            return SqlLedger.open(database("projection"), identity, progress);
        };
        try (RunningBank bank = lives.recover()) {
            while (attempts.size() < 2) {
                projection(bank).step();
                Thread.onSpinWait();
            }
            assertThat(projection(bank).state()).isEqualTo(Projection.State.STOPPED);
            assertThat(lives.projectionStops)
                    .singleElement()
                    .satisfies(stop -> assertThat(stop).hasMessageContaining("the four sums of the projection differ"));
            lives.run(bank, 1);
        }
    }

    private void sql(String text) {
        try (Connection connection =
                        DriverManager.getConnection(database("projection").url());
                Statement statement = connection.createStatement()) {
            statement.execute(text);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void oneThatIsAwayAtTheStartIsTriedAgain(JournalKind kind) throws IOException {
        BankLives lives = lives(kind);
        List<UUID> attempts = new ArrayList<>();
        lives.projection = (identity, progress) -> {
            attempts.add(identity.id());
            if (attempts.size() == 1) {
                throw new LedgerUnavailable("away");
            }
            return SqlLedger.open(database("projection"), identity, progress);
        };
        try (RunningBank bank = lives.recover()) {
            lives.run(bank, 2);
            assertThatThrownBy(() -> statement(bank, 0)).isInstanceOf(LedgerUnavailable.class);
            while (attempts.size() < 2) {
                projection(bank).step();
                Thread.onSpinWait();
            }
            catchUp(bank);
            assertThatItIsTheBank(bank, lives);
        }
    }

    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void oneWhoseDatabaseIsTakenEndsAndTheBankGoesOn(JournalKind kind) throws IOException {
        BankLives lives = lives(kind);
        try (RunningBank bank = lives.recover()) {
            lives.run(bank, 1);
            catchUp(bank);
            try (SqlLedger other = SqlLedger.open(database("projection"), bank.identity(), PopulateProgress.NONE)) {
                other.commit(UUID.randomUUID(), 10, 1);
            }
            lives.run(bank, 1);
            assertThat(projection(bank).step()).isFalse();
            assertThat(lives.projectionStops)
                    .singleElement()
                    .satisfies(stop -> assertThat(stop).hasMessageContaining("another server took the database over"));
            lives.run(bank, 2);
            assertThat(projection(bank).lag()).isEqualTo(30);
            assertThatThrownBy(() -> statement(bank, 0)).isInstanceOf(LedgerUnavailable.class);
        }
    }

    /** As when one copy of a mirrored bank is lost: what is read ends, and is found again elsewhere. */
    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void oneWhoseJournalCannotBeReadTriesAgainFromWhereItStands(JournalKind kind) throws IOException {
        BankLives lives = lives(kind);
        try (RunningBank bank = lives.recover()) {
            lives.run(bank, 2);
            catchUp(bank);
            lives.run(bank, 1);
        }
        BankLives.Spot last = lives.spot(1, 4);
        try (RunningBank bank = lives.recover()) {
            lives.flip(last, 100);
            assertThat(projection(bank).step()).isFalse();
            assertThat(projection(bank).state()).isEqualTo(Projection.State.AWAY);
            lives.run(bank, 1);
            lives.flip(last, 100);
            while (projection(bank).state() == Projection.State.AWAY) {
                projection(bank).step();
                Thread.onSpinWait();
            }
            catchUp(bank);
            assertThatItIsTheBank(bank, lives);
        }
    }

    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void aGapInTheArchiveBehindItIsNoneOfItsBusiness(JournalKind kind) throws IOException {
        BankLives lives = withoutProjection(kind, Duration.ofDays(90));
        lives.projection = lives(kind).projection;
        try (RunningBank bank = lives.recover()) {
            catchUp(bank);
        }
        List<String> archived = lives.names("archive");
        BankLives.delete(lives.data.resolve("archive").resolve(archived.get(archived.size() / 2)));
        lives.replayMax = BankLives.SELDOM;
        try (RunningBank bank = lives.recover()) {
            lives.run(bank, 40);
            catchUp(bank);
            assertThatItIsTheBank(bank, lives);
        }
    }

    /** A bank with a past: snapshots, and epochs that were removed. */
    private BankLives withoutProjection(JournalKind kind, Duration retention) throws IOException {
        BankLives lives = new BankLives(folder.resolve("data"), kind);
        lives.replayMax = BankLives.OFTEN;
        lives.retention = retention;
        lives.live(60);
        lives.live(60);
        return lives;
    }

    private static Projection projection(RunningBank bank) {
        return Objects.requireNonNull(bank.projection());
    }

    /**
     * A projection reads on from where it stands; the damaged epoch before, which an operator gave up, is no matter of
     * it.
     */
    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void oneThatStandsAfterWhatWasGivenUpGoesOn(JournalKind kind) throws IOException {
        BankLives lives = threeLives(kind);
        try (RunningBank bank = lives.recover()) {
            catchUp(bank);
            lives.run(bank, 1);
        }
        giveUpThrough60(lives);
        try (RunningBank bank = lives.recover()) {
            lives.run(bank, 1);
            catchUp(bank);
            assertThatItIsTheBank(bank, lives);
        }
        assertThat(lives.projectionStops).isEmpty();
    }

    /** Its position is at the very end of the discarded part, so that no remaining epoch contains it. */
    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void oneThatStandsAtTheEndOfWhatWasGivenUpIsToldHowToGetItBack(JournalKind kind) throws IOException {
        BankLives lives = threeLives(kind);
        giveUpThrough60(lives);
        try (RunningBank bank = lives.recover()) {
            assertThat(projection(bank).state()).isEqualTo(Projection.State.STOPPED);
        }
        assertThat(lives.projectionStops).singleElement().asString().contains("what is left of journal and archive");
    }

    /** Three lives of 30 transactions, the last with a snapshot; the projection has followed the first two. */
    private BankLives threeLives(JournalKind kind) throws IOException {
        BankLives lives = lives(kind);
        lives.live(3);
        try (RunningBank bank = lives.recover()) {
            lives.run(bank, 3);
            catchUp(bank);
        }
        try (RunningBank bank = lives.recover()) {
            lives.run(bank, 3);
            bank.snapshotter().request();
            BankLives.stepAll(bank);
        }
        return lives;
    }

    private static void giveUpThrough60(BankLives lives) throws IOException {
        lives.flip(lives.spot(2, 1), 30);
        lives.acceptKeyLossThrough = OptionalLong.of(60);
    }

    private static void catchUp(RunningBank bank) {
        while (projection(bank).step()) {
            continue;
        }
        assertThat(projection(bank).lag()).isZero();
    }

    private static AccountStatement statement(RunningBank bank, long account) {
        return Objects.requireNonNull(bank.statements()).latest(account, Period.ALL, 100);
    }

    private void assertThatItIsTheBank(RunningBank bank, BankLives lives) {
        Totals expected = BankLives.totals(bank);
        try (SqlLedger projected = SqlLedger.open(database("projection"), bank.identity(), PopulateProgress.NONE)) {
            assertThat(projected.totals()).isEqualTo(expected);
            assertThat(projected.logPosition().position())
                    .isEqualTo(bank.engine().position());
            long[] balance = new long[1];
            for (long branch = 0; branch < BankLives.SCALE.branches(); branch++) {
                for (long sequence = 0; sequence < 1_000; sequence += 50) {
                    long account = branch * 1_000_000 + sequence;
                    projected.read(BalanceKind.ACCOUNT, new long[] {account}, 1, balance);
                    assertThatItAddsUp(bank, account, balance[0]);
                }
            }
        }
        assertThat(lives.projectionStops).isEmpty();
    }

    /** Back to the first posting, or to a snapshot's balance. */
    private static void assertThatItAddsUp(RunningBank bank, long account, long balanceMinor) {
        AccountStatement page = statement(bank, account);
        assertThat(page.balanceMinor()).isEqualTo(balanceMinor);
        long left = balanceMinor;
        while (true) {
            for (AccountStatement.Posting posting : page.postings()) {
                assertThat(posting.balanceMinor()).isEqualTo(left);
                left -= posting.amountMinor();
            }
            StatementCursor next = page.next();
            if (next == null) {
                break;
            }
            page = Objects.requireNonNull(bank.statements()).further(next, 100);
        }
        if (page.historyFrom() == 1) {
            assertThat(left).isZero();
        }
    }
}
