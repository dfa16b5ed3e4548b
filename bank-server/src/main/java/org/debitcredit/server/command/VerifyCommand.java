package org.debitcredit.server.command;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.debitcredit.audit.BankAudit;
import org.debitcredit.audit.BankAudit.Finding;
import org.debitcredit.audit.LedgerCheck;
import org.debitcredit.console.FailureText;
import org.debitcredit.console.ProgressLines;
import org.debitcredit.event.Progress;
import org.debitcredit.ledger.LedgerUnavailable;
import org.debitcredit.ledger.Totals;
import org.debitcredit.ledger.sql.CommitMode;
import org.debitcredit.ledger.sql.SqlDatabase;
import org.debitcredit.server.settings.DatabaseProperties;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Checks the files of a stopped bank. */
@Command(
        name = "verify",
        description = {
            "Check a stopped bank, or a backup: every checksum and chain link of its journal, every page of its "
                    + "snapshots, "
                    + "every transaction, which is decided again by the bank's rules, each snapshot against the "
                    + "journal, and the four "
                    + "sums. The first damage is named with file and position. The files are only read.",
            "With --ledger, check the database of the bank's ledger too, at the position that it is at: every "
                    + "balance, and the "
                    + "postings of each branch. The database is only read.",
            "Exit code 0: the bank is intact; 1: it is damaged, or could not be read; 2: wrong usage, or there is no "
                    + "bank."
        },
        mixinStandardHelpOptions = true)
public final class VerifyCommand implements Callable<Integer> {

    @Parameters(index = "0", paramLabel = "DIR", description = "The bank's data directory, or a backup.")
    private Path data = Path.of(".");

    @Option(
            names = "--ledger",
            paramLabel = "URL",
            description = "JDBC URL of the database with the bank's balances, as given to serve, or of a projection.")
    private @Nullable String ledger;

    @Option(
            names = "--bank.database.user",
            paramLabel = "NAME",
            defaultValue = "${env:BANK_DATABASE_USER}",
            description =
                    "User of that database. Give the password by the environment variable BANK_DATABASE_PASSWORD, or "
                            + "--bank.database.password-file.")
    private @Nullable String user;

    @Option(
            names = "--bank.database.password-file",
            paramLabel = "FILE",
            description = "File whose first line is the password.")
    private @Nullable Path passwordFile;

    @Option(names = "--json", description = "Print one JSON object as the last line of stdout.")
    private boolean json;

    @Override
    public Integer call() {
        Progress progress = ProgressLines.ofCommand()::at;
        try (LedgerCheck database = ledger == null ? null : LedgerCheck.open(database(ledger), progress)) {
            Finding finding = BankAudit.of(data, database, progress);
            CopyWarning.print(data);
            System.out.println(json ? json(finding, database) : text(finding, database));
            return finding.holds() ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
        } catch (NoSuchFileException | IllegalArgumentException e) {
            System.err.println("bank: " + FailureText.of(e));
            return CommandLine.ExitCode.USAGE;
        } catch (IOException | IllegalStateException | LedgerUnavailable e) {
            System.err.println("bank: " + FailureText.of(e));
            return CommandLine.ExitCode.SOFTWARE;
        }
    }

    private SqlDatabase database(String url) {
        String password = passwordFile == null ? System.getenv("BANK_DATABASE_PASSWORD") : null;
        DatabaseProperties properties = new DatabaseProperties(
                user == null ? "" : user,
                password == null ? "" : password,
                passwordFile,
                CommitMode.JOURNALED,
                Duration.ZERO);
        SqlDatabase database = properties.ledger(url).database();
        if (database == null || database.isRebuilt()) {
            throw new IllegalArgumentException("--ledger is '" + SqlDatabase.withoutSecrets(url)
                    + "', which is rebuilt at each start. Only a database that keeps its bank can be compared");
        }
        return database;
    }

    private static String text(Finding finding, @Nullable LedgerCheck database) {
        Totals totals = finding.totals();
        String verdict = finding.firstFault() == null ? "HOLDS" : "DOES NOT HOLD: " + finding.firstFault();
        String end = finding.endedInOrder()
                ? "the last server stopped cleanly"
                : finding.documentsCut() == 0 && !finding.holds()
                        ? "no clean end of the journal was found"
                        : "the last server did not stop cleanly; " + finding.documentsCut()
                                + " documents at the end are incomplete (unacknowledged, or damaged)";
        return String.format(
                "%s%n%s  %,d transactions from position %,d on: %,d committed, %,d refused; %,d history rows; %d "
                        + "snapshots; %s%n"
                        + "  accounts %,d = tellers %,d = branches %,d = history %,d (minor units)",
                verdict,
                database == null
                        ? ""
                        : String.format(
                                "  the database is at position %,d: %,d rows of balances compared, %,d differ%n",
                                database.logPosition().position(), database.rows(), database.differing()),
                finding.transactions(),
                finding.fromPosition(),
                finding.committed(),
                finding.refused(),
                totals.historyRows(),
                finding.snapshots(),
                end,
                totals.accounts(),
                totals.tellers(),
                totals.branches(),
                totals.history());
    }

    private static String json(Finding finding, @Nullable LedgerCheck database) {
        Totals totals = finding.totals();
        ObjectNode object = JsonMapper.shared().createObjectNode();
        object.put("holds", finding.holds());
        object.put("fromPosition", finding.fromPosition());
        object.put("snapshots", finding.snapshots());
        object.put("transactions", finding.transactions());
        object.put("committed", finding.committed());
        object.put("refused", finding.refused());
        object.put("historyRows", totals.historyRows());
        object.put("accounts", totals.accounts());
        object.put("tellers", totals.tellers());
        object.put("branches", totals.branches());
        object.put("history", totals.history());
        object.put("endedInOrder", finding.endedInOrder());
        object.put("documentsCut", finding.documentsCut());
        if (database != null) {
            object.put("ledgerPosition", database.logPosition().position());
            object.put("ledgerRows", database.rows());
            object.put("ledgerDiffering", database.differing());
        }
        object.put("firstFault", finding.firstFault());
        return object.toString();
    }
}
