package org.debitcredit.terminal.certify;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.debitcredit.terminal.console.RunFailure;
import org.debitcredit.terminal.console.Talk;
import org.debitcredit.terminal.report.AcidTest;
import org.debitcredit.terminal.server.Deletion;
import org.debitcredit.terminal.server.TemporaryBank;
import org.debitcredit.terminal.server.TemporaryBankFolders;

/**
 * A mirrored bank loses the one and then the other of its media under load, and is started from the one that is left,
 * as the runbook says.
 */
final class LostMedia {

    private static final String JOURNAL_DONE =
            "The server of a mirrored bank was killed under load, its data directory "
                    + "with the journal was deleted, and the bank was started from the mirror, with a new second directory.";
    private static final String MIRROR_DONE =
            "All files of the mirror were deleted while the server worked; then the server "
                    + "was killed and started with a new mirror.";
    private static final Pattern LONE_COPY = Pattern.compile("(--accept-lone-copy) (\\d+)");

    private static final long NOTICED_NANOS_MAX = 5_000_000_000L;

    private final CertifyPlan plan;
    private final Consistency books;
    private final Talk talk;

    LostMedia(CertifyPlan plan, Consistency books, Talk talk) {
        this.plan = plan;
        this.books = books;
        this.talk = talk;
    }

    List<Tested> run(String ledger) {
        talk.say("loss of the journal's medium, and of the mirror");
        Path mirror = plan.server().mirrorFolder();
        Path mirrorFolder = mirror == null ? plan.server().dataFolder() : mirror;
        TemporaryBankFolders folders = TemporaryBankFolders.in(
                plan.server().dataFolder(), mirrorFolder, plan.report().resolve("server-lost-media.log"));
        try (TemporaryBank bank = TemporaryBank.start(SmallerBank.server(plan, ledger), folders, talk)) {
            Tested journal = SmallerBank.test(
                    AcidTest.JOURNAL_LOST, JOURNAL_DONE, bank, plan.seed(), books, talk, load -> loseJournal(bank));
            if (!bank.isAlive()) {
                return List.of(journal, Tested.notBegun(AcidTest.MIRROR_LOST, "The bank was lost in the test before."));
            }
            return List.of(
                    journal,
                    SmallerBank.test(
                            AcidTest.MIRROR_LOST,
                            MIRROR_DONE,
                            bank,
                            plan.seed() + 1,
                            books,
                            talk,
                            load -> loseMirror(bank, load)));
        } catch (RunFailure notStarted) {
            String why = "No bank could be started for it: " + notStarted.getMessage();
            return List.of(Tested.notBegun(AcidTest.JOURNAL_LOST, why), Tested.notBegun(AcidTest.MIRROR_LOST, why));
        }
    }

    private String loseJournal(TemporaryBank bank) {
        bank.kill();
        Deletion.of(data(bank));
        talk.say("  deleted the data directory; starting from the mirror");
        startAlone(bank);
        return "";
    }

    /** The bank works in what was the mirror, and its mirror is where the data were. */
    private String loseMirror(TemporaryBank bank, KeyedLoad load) {
        Deletion.of(data(bank));
        boolean stopped = SmallerBank.await(() -> !load.works(), NOTICED_NANOS_MAX);
        talk.say("  deleted the mirror; the server %s", stopped ? "stopped" : "went on");
        bank.kill();
        startAlone(bank);
        return stopped
                ? " The service noticed the loss and stopped, as bank.journal.mirror.on-loss says."
                : " The service went on without the files.";
    }

    /** Starts what is left of a mirrored bank as an operator does: with the number that the refusal names. */
    private void startAlone(TemporaryBank bank) {
        try {
            bank.restart(mirror(bank), data(bank), List.of(), talk);
        } catch (RunFailure refused) {
            Matcher option = LONE_COPY.matcher(String.valueOf(refused.getMessage()));
            if (!option.find()) {
                throw refused;
            }
            // It has ended, or is about to.
            bank.kill();
            talk.say("  the start is refused; accepting what it names: %s", option.group());
            bank.restart(mirror(bank), data(bank), List.of(option.group(1), option.group(2)), talk);
        }
    }

    private static Path data(TemporaryBank bank) {
        return bank.folders().data();
    }

    private static Path mirror(TemporaryBank bank) {
        Path mirror = bank.folders().mirror();
        if (mirror == null) {
            throw new IllegalStateException("the bank has no mirror");
        }
        return mirror;
    }
}
