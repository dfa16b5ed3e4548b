package org.debitcredit.terminal.certify;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.debitcredit.console.FailureText;
import org.debitcredit.terminal.console.RunFailure;
import org.debitcredit.terminal.console.Talk;
import org.debitcredit.terminal.report.AcidTest;
import org.debitcredit.terminal.server.Deletion;
import org.debitcredit.terminal.server.TemporaryBank;
import org.debitcredit.terminal.server.TemporaryBankFolders;
import org.debitcredit.terminal.server.TemporaryFolder;

/** The database of a ledger is deleted under load, and filled again from the journal. */
final class DatabaseLost {

    private static final String DONE =
            "The server was killed under load, the database of its ledger was deleted, and the "
                    + "server was started on an empty one.";
    private static final String SQLITE = "jdbc:sqlite:";
    private static final String H2 = "jdbc:h2:";
    private static final String H2_IN_MEMORY = "jdbc:h2:mem:";

    private final CertifyPlan plan;
    private final Consistency books;
    private final Talk talk;

    DatabaseLost(CertifyPlan plan, Consistency books, Talk talk) {
        this.plan = plan;
        this.books = books;
        this.talk = talk;
    }

    Tested run() {
        String ledger = plan.server().ledger();
        String hindrance = hindrance(ledger);
        if (!hindrance.isEmpty()) {
            return Tested.impossible(AcidTest.DATABASE_LOST, hindrance);
        }
        String kind = ledger.startsWith(SQLITE) ? SQLITE : H2;
        talk.say("loss of the database");
        TemporaryBankFolders folders = TemporaryBankFolders.in(
                plan.server().dataFolder(), null, plan.report().resolve("server-database-lost.log"));
        try (TemporaryFolder database = TemporaryFolder.in(plan.server().dataFolder(), "database-");
                TemporaryBank bank = TemporaryBank.start(
                        SmallerBank.server(plan, kind + database.path().resolve("bank")), folders, talk)) {
            return SmallerBank.test(
                    AcidTest.DATABASE_LOST,
                    DONE,
                    bank,
                    plan.seed() + 3,
                    books,
                    talk,
                    load -> lose(bank, database.path()));
        } catch (RunFailure notStarted) {
            return Tested.notBegun(
                    AcidTest.DATABASE_LOST, "No bank could be started for it: " + notStarted.getMessage());
        }
    }

    /** Why no database of the kind can be lost in a test; empty if one can. */
    static String hindrance(String ledger) {
        if (!ledger.startsWith("jdbc:") || ledger.startsWith(H2_IN_MEMORY)) {
            String name = ledger.startsWith(H2_IN_MEMORY) ? "h2" : ledger;
            return "With ledger " + name + " there is no database to lose: each start fills the ledger from snapshot "
                    + "and journal, as the other tests of durability show.";
        }
        return ledger.startsWith(SQLITE) || ledger.startsWith(H2)
                ? ""
                : "The URL names one database. It holds the certified bank, and one database holds one bank, so that "
                        + "there is none for the smaller bank that this test needs. "
                        + "docs/how-to/run-on-your-database.md says how a bank is started on an empty one.";
    }

    private String lose(TemporaryBank bank, Path folder) {
        bank.kill();
        Deletion.of(folder);
        try {
            Files.createDirectory(folder);
        } catch (IOException unwritable) {
            throw new RunFailure("cannot make " + folder + ": " + FailureText.of(unwritable), unwritable);
        }
        bank.restart(talk);
        return "";
    }
}
