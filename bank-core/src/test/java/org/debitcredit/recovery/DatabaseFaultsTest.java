package org.debitcredit.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import net.bytebuddy.asm.Advice;
import org.debitcredit.Redefined;
import org.debitcredit.recovery.TroubledLedger.Moment;
import org.debitcredit.transaction.LogPosition;
import org.debitcredit.transaction.TransactionBatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Each rule for external databases, broken on purpose: the schedule that it is there for ends well with it, and badly
 * without.
 */
@Isolated("the planted faults are the whole JVM's")
@Timeout(120)
class DatabaseFaultsTest {

    @TempDir
    Path temp;

    /** A rule, the method that keeps it, what is woven into that, and the schedule that it is there for. */
    enum Rule {
        POSITION_IS_CHECKED_UNDER_ITS_LOCK(
                "ledger.sql.LogPositionRow", "lockAt", RefusesNobody.class, DatabaseFaultsTest::twoServers),
        GAP_IS_REDONE_FIRST(
                "recovery.ResumingLedger", "catchUp", DoesNothing.class, DatabaseFaultsTest::comesBackBehind),
        ROWS_THAT_DECIDE_ARE_READ_EACH_TIME(
                "ledger.sql.BalanceTable", "read", DoesNothing.class, DatabaseFaultsTest::comesBackBehind),
        JOURNAL_GOES_BELOW_A_DURABLE_POSITION_ONLY(
                "ledger.sql.SqlLedger",
                "durableLogPosition",
                BelievesTheCommit.class,
                DatabaseFaultsTest::powerCutBelowTheDatabase),
        LAST_IMAGE_OF_A_ROW_COUNTS(
                "ledger.sql.Balances", "takeAfterImages", LeavesOutTheLast.class, DatabaseFaultsTest::comesBackBehind);

        private final String type;
        private final String method;
        private final Class<?> advice;
        private final Schedule schedule;

        Rule(String type, String method, Class<?> advice, Schedule schedule) {
            this.type = type;
            this.method = method;
            this.advice = advice;
            this.schedule = schedule;
        }
    }

    @FunctionalInterface
    private interface Schedule {
        void run(DatabaseFaultsTest test) throws IOException;
    }

    static final class DoesNothing {
        @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
        static boolean enter() {
            return true;
        }
    }

    static final class RefusesNobody {
        @Advice.OnMethodExit(onThrowable = IllegalStateException.class)
        static void exit(@Advice.Thrown(readOnly = false) @Nullable Throwable refusal) {
            refusal = null;
        }
    }

    /** What is committed is taken for durable. */
    static final class BelievesTheCommit {
        @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
        static boolean enter() {
            return true;
        }

        @Advice.OnMethodExit
        static void exit(
                @Advice.FieldValue("logPosition") LogPosition logPosition,
                @Advice.Return(readOnly = false) @Nullable LogPosition durable) {
            durable = logPosition;
        }
    }

    static final class LeavesOutTheLast {
        @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
        static boolean enter(@Advice.Argument(0) TransactionBatch batch, @Advice.Argument(1) int row) {
            return row == batch.size() - 1;
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_broken_rule_shows_in_its_schedule(Rule rule) throws IOException {
        rule.schedule.run(this);
        try (Redefined broken = Redefined.method("org.debitcredit." + rule.type, rule.method, rule.advice)) {
            assertThat(broken).isNotNull();
            assertThatThrownBy(() -> rule.schedule.run(this))
                    .isInstanceOfAny(AssertionError.class, RuntimeException.class);
        }
        rule.schedule.run(this);
    }

    private LivesOnSqlite onSqlite() throws IOException {
        return new LivesOnSqlite(Files.createTempDirectory(temp, "life"));
    }

    /** A server with a copy of the journal takes the database over. Then the first one, which was paused, continues. */
    private void twoServers() throws IOException {
        LivesOnSqlite onSqlite = onSqlite();
        BankLives lives = onSqlite.lives.live(2);
        BankLives second = onSqlite.second();
        try (RunningBank bank = lives.recover()) {
            BankLives.copy(lives.data, second.data);
            try (RunningBank other = second.recover()) {
                second.run(other, 1);
                lives.group(bank);
                assertThat(lives.stops).singleElement().asString().contains("another server took the database over");
                second.run(other, 1);
                assertThat(BankLives.totals(other).historyRows()).isEqualTo(40);
            }
        }
    }

    /** The database crashes in a commit, and returns without what it had committed before. */
    private void comesBackBehind() throws IOException {
        LivesOnSqlite onSqlite = onSqlite();
        BankLives lives = onSqlite.lives.live(5);
        Path earlier = onSqlite.keep();
        try (RunningBank bank = lives.recover()) {
            lives.run(bank, 5);
            onSqlite.plan.moments.add(Moment.BEFORE_COMMIT);
            onSqlite.plan.whenLost = () -> onSqlite.putBack(earlier);
            lives.run(bank, 5);
            assertThat(BankLives.totals(bank).hold()).isTrue();
        }
        onSqlite.requireLikeTheJournal(150);
    }

    /** All that SQLite has not forced, its write-ahead log, is lost. */
    private void powerCutBelowTheDatabase() throws IOException {
        LivesOnSqlite onSqlite = onSqlite();
        BankLives lives = onSqlite.lives;
        lives.replayMax = LivesOnSqlite.EVERY_GROUP;
        lives.retention = Duration.ZERO;
        Path forced;
        try (RunningBank bank = lives.recover()) {
            lives.run(bank, 30);
            forced = onSqlite.keep();
        }
        onSqlite.putBack(forced);
        try (RunningBank bank = lives.recover()) {
            assertThat(BankLives.totals(bank).historyRows()).isEqualTo(300);
            assertThat(BankLives.totals(bank).hold()).isTrue();
        }
    }
}
