package org.debitcredit.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.debitcredit.bank.BankIdentity;
import org.debitcredit.event.Progress;
import org.debitcredit.ledger.BalanceKind;
import org.debitcredit.ledger.Ledger;
import org.debitcredit.ledger.LedgerUnavailable;
import org.debitcredit.ledger.memory.MemoryLedger;
import org.debitcredit.ledger.sql.PopulateProgress;
import org.debitcredit.ledger.sql.SqlDatabase;
import org.debitcredit.ledger.sql.SqlLedger;
import org.debitcredit.recovery.TroubledLedger.Moment;
import org.debitcredit.settings.JournalKind;

/** The lives of a bank on a database in a file, which goes away as planned and may come back as it was before. */
public final class LivesOnSqlite {

    /** Of the SQL ledger's thirty thousand a second: a checkpoint after every group. */
    public static final Duration EVERY_GROUP = Duration.ofNanos(300_000);

    public final TroubledLedger.Plan plan = new TroubledLedger.Plan();
    public final BankLives lives;
    public final List<BankIdentity> opened = new ArrayList<>();
    private final Path folder;

    public LivesOnSqlite(Path folder) {
        this.folder = folder;
        lives = new BankLives(folder.resolve("bank"), JournalKind.FILE);
        lives.ledgers = this::open;
        lives.outageMax = Duration.ZERO;
    }

    public Ledger open(BankIdentity identity, Progress progress) {
        opened.add(identity);
        if (plan.happens(Moment.BEFORE_OPENING)) {
            throw new LedgerUnavailable("planted BEFORE_OPENING", new IllegalStateException("nobody there"));
        }
        return new TroubledLedger(SqlLedger.open(database(), identity, PopulateProgress.NONE), plan);
    }

    public SqlDatabase database() {
        return new SqlDatabase("jdbc:sqlite:" + file(), "", "");
    }

    /** Does something to the database that the bank knows nothing of. */
    public void sql(String text) {
        try (Connection connection = DriverManager.getConnection(database().url());
                Statement statement = connection.createStatement()) {
            statement.execute(text);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The number that a query finds. */
    public long number(String query) {
        try (Connection connection = DriverManager.getConnection(database().url());
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(query)) {
            return result.next() ? result.getLong(1) : 0;
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The file of the database. */
    public Path file() {
        return folder.resolve("bank.sqlite");
    }

    /** Another server on the same database, with a journal of its own. */
    public BankLives second() {
        BankLives second = new BankLives(folder.resolve("second"), JournalKind.FILE);
        second.ledgers = lives.ledgers;
        second.firstKey = 1_000_000;
        return second;
    }

    /** The database as its file is now, without what is in its write-ahead log only. */
    public Path keep() throws IOException {
        Path kept = folder.resolve("kept.sqlite");
        Files.copy(file(), kept, StandardCopyOption.REPLACE_EXISTING);
        return kept;
    }

    public void putBack(Path kept) {
        try {
            for (String suffix : new String[] {"-wal", "-shm"}) {
                Files.deleteIfExists(Path.of(file() + suffix));
            }
            Files.copy(kept, file(), StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * The whole journal, redone into a ledger of another kind, is what the database holds; history has each posting
     * once.
     */
    public void requireLikeTheJournal(long historyRows) throws IOException {
        MemoryLedger[] memory = new MemoryLedger[1];
        BankLives audit = new BankLives(folder.resolve("audit"), JournalKind.FILE);
        BankLives.copy(lives.data, audit.data);
        BankIdentity[] identity = new BankIdentity[1];
        audit.ledgers = (of, progress) -> {
            identity[0] = of;
            memory[0] = new MemoryLedger(of);
            return memory[0];
        };
        try (RunningBank bank = audit.recover();
                SqlLedger sql = SqlLedger.open(database(), identity[0], PopulateProgress.NONE)) {
            assertThat(bank.recovered().position()).isEqualTo(sql.logPosition().position());
            for (BalanceKind kind : BalanceKind.values()) {
                assertThat(balances(sql, kind)).as(kind.toString()).isEqualTo(balances(memory[0], kind));
            }
            assertThat(sql.totals()).isEqualTo(memory[0].totals());
            assertThat(sql.totals().historyRows()).isEqualTo(historyRows);
            assertThat(Arrays.stream(sql.history().rows()).sum()).isEqualTo(historyRows);
        }
    }

    private static long[] balances(Ledger ledger, BalanceKind kind) {
        int count = (int) kind.count(BankLives.SCALE);
        long[] balances = new long[count];
        ledger.copy(kind, 0, count, balances);
        return balances;
    }
}
