package org.debitcredit.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import net.bytebuddy.asm.Advice;
import org.debitcredit.bank.BankIdentity;
import org.debitcredit.ledger.Ledger;
import org.debitcredit.ledger.sql.PopulateProgress;
import org.debitcredit.ledger.sql.SqlDatabase;
import org.debitcredit.ledger.sql.SqlLedger;
import org.debitcredit.recovery.TroubledLedger.Moment;
import org.debitcredit.simulation.Redefined;
import org.debitcredit.transaction.Mark;
import org.debitcredit.transaction.TransactionBatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each rule for external databases, broken on purpose: the schedule that it is there for ends well with it, and badly without. */
@Isolated("the planted faults are the whole JVM's")
@Timeout(120)
class DatabaseFaultsTest {

    private static final Duration EVERY_GROUP = Duration.ofNanos(300_000);

    @TempDir
    Path temp;

    private final TroubledLedger.Plan plan = new TroubledLedger.Plan();

    /** A rule, the method that keeps it, what is woven into that, and the schedule that it is there for. */
    enum Rule {
        MARK_IS_LOCKED_AND_CHECKED("ledger.sql.MarkRow", "lockAt", DoesNothing.class) {
            @Override
            void schedule(DatabaseFaultsTest test) throws IOException {
                test.twoServers();
            }
        },
        GAP_IS_REDONE_FIRST("recovery.ResumingLedger", "catchUp", DoesNothing.class) {
            @Override
            void schedule(DatabaseFaultsTest test) throws IOException {
                test.comesBackBehind();
            }
        },
        ROWS_THAT_DECIDE_ARE_READ_EACH_TIME("ledger.sql.BalanceTable", "read", DoesNothing.class) {
            @Override
            void schedule(DatabaseFaultsTest test) throws IOException {
                test.comesBackBehind();
            }
        },
        JOURNAL_GOES_BELOW_A_DURABLE_MARK_ONLY("ledger.sql.SqlLedger", "durableMark", BelievesTheCommit.class) {
            @Override
            void schedule(DatabaseFaultsTest test) throws IOException {
                test.powerCutBelowTheDatabase();
            }
        },
        LAST_IMAGE_OF_A_ROW_COUNTS("ledger.sql.Balances", "takeAfterImages", LeavesOutTheLast.class) {
            @Override
            void schedule(DatabaseFaultsTest test) throws IOException {
                test.comesBackBehind();
            }
        };

        private final String type;
        private final String method;
        private final Class<?> advice;

        Rule(String type, String method, Class<?> advice) {
            this.type = type;
            this.method = method;
            this.advice = advice;
        }

        abstract void schedule(DatabaseFaultsTest test) throws IOException;
    }

    static final class DoesNothing {
        @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
        static boolean enter() {
            return true;
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
                @Advice.FieldValue("mark") Mark mark, @Advice.Return(readOnly = false) @Nullable Mark durable) {
            durable = mark;
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
        rule.schedule(this);
        empty();
        try (Redefined broken = Redefined.method("org.debitcredit." + rule.type, rule.method, rule.advice)) {
            assertThat(broken).isNotNull();
            assertThatThrownBy(() -> rule.schedule(this)).isInstanceOfAny(AssertionError.class, RuntimeException.class);
        }
        empty();
        rule.schedule(this);
    }

    private void empty() throws IOException {
        plan.moments.clear();
        BankLives.delete(temp.resolve("life"));
    }

    private BankLives lives() throws IOException {
        Files.createDirectory(temp.resolve("life"));
        BankLives lives = new BankLives(temp.resolve("life/bank"), JournalKind.FILE);
        lives.ledgers = this::open;
        lives.outageMax = Duration.ZERO;
        return lives;
    }

    private Ledger open(BankIdentity identity, Progress progress) {
        return new TroubledLedger(SqlLedger.open(database(), identity, PopulateProgress.NONE), plan);
    }

    private SqlDatabase database() {
        return new SqlDatabase("jdbc:sqlite:" + file(), "", "");
    }

    private Path file() {
        return temp.resolve("life/bank.sqlite");
    }

    /** A server with a copy of the journal takes the database; the first one, paused until then, goes on. */
    private void twoServers() throws IOException {
        BankLives lives = lives();
        lives.live(2);
        BankLives second = new BankLives(temp.resolve("life/second"), JournalKind.FILE);
        second.ledgers = lives.ledgers;
        second.timedKeys = true;
        try (RunningBank bank = lives.recover()) {
            BankLives.copy(lives.data, second.data);
            try (RunningBank other = second.recover()) {
                second.run(other, 1);
                lives.group(bank);
                assertThat(lives.stops).singleElement().asString().contains("fenced out");
                assertThat(BankLives.totals(other).historyRows()).isEqualTo(30);
            }
        }
    }

    /** The database crashes in a commit, and returns without what it had committed before. */
    private void comesBackBehind() throws IOException {
        BankLives lives = lives();
        lives.live(5);
        Path earlier = temp.resolve("life/earlier");
        Files.copy(file(), earlier);
        try (RunningBank bank = lives.recover()) {
            lives.run(bank, 5);
            plan.moments.add(Moment.BEFORE_COMMIT);
            plan.whenLost = () -> putBack(earlier);
            lives.run(bank, 5);
            assertThat(BankLives.totals(bank).historyRows()).isEqualTo(150);
            assertThat(BankLives.totals(bank).hold()).isTrue();
        }
        requireLikeTheJournal(lives);
    }

    /** All that SQLite has not forced, its write-ahead log, is lost. */
    private void powerCutBelowTheDatabase() throws IOException {
        BankLives lives = lives();
        lives.replayMax = EVERY_GROUP;
        lives.retention = Duration.ZERO;
        Path forced = temp.resolve("life/forced");
        try (RunningBank bank = lives.recover()) {
            lives.run(bank, 30);
            Files.copy(file(), forced);
        }
        putBack(forced);
        try (RunningBank bank = lives.recover()) {
            assertThat(BankLives.totals(bank).historyRows()).isEqualTo(300);
            assertThat(BankLives.totals(bank).hold()).isTrue();
        }
    }

    private void putBack(Path earlier) {
        try {
            for (String suffix : new String[] {"-wal", "-shm"}) {
                Files.deleteIfExists(Path.of(file() + suffix));
            }
            Files.copy(earlier, file(), StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The balances are those that the journal alone gives. */
    private void requireLikeTheJournal(BankLives lives) throws IOException {
        long[] inDatabase;
        BankIdentity[] identity = new BankIdentity[1];
        BankLives audit = new BankLives(temp.resolve("life/audit"), JournalKind.FILE);
        BankLives.copy(lives.data, audit.data);
        Ledger[] memory = new Ledger[1];
        audit.ledgers = (of, progress) -> {
            identity[0] = of;
            memory[0] = new org.debitcredit.ledger.memory.MemoryLedger(of);
            return memory[0];
        };
        try (RunningBank bank = audit.recover();
                SqlLedger sql = SqlLedger.open(database(), identity[0], PopulateProgress.NONE)) {
            assertThat(bank.recovered().position()).isEqualTo(sql.mark().position());
            inDatabase = ResumingLedgerTest.balances(sql, org.debitcredit.ledger.BalanceKind.ACCOUNT);
            assertThat(inDatabase)
                    .isEqualTo(ResumingLedgerTest.balances(memory[0], org.debitcredit.ledger.BalanceKind.ACCOUNT));
        }
    }
}
