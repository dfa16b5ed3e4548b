package org.debitcredit.server.command;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.debitcredit.ledger.Totals;
import org.debitcredit.recovery.BankAudit;
import org.debitcredit.recovery.BankAudit.Finding;
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
            "Check a stopped bank, or a backup: every checksum and chain link of its journal, every page of its snapshots, "
                    + "every transaction decided again by the bank's rule, each snapshot against the journal, the four "
                    + "sums. Names the first damage with file and position. The files are only read.",
            "Exit code 0: all is well; 1: something is wrong; 2: wrong usage, or no bank there."
        },
        mixinStandardHelpOptions = true)
public final class VerifyCommand implements Callable<Integer> {

    @Parameters(index = "0", paramLabel = "DIR", description = "The bank's data directory, or a backup.")
    private Path data = Path.of(".");

    @Option(names = "--json", description = "Print one JSON object as the last line of stdout.")
    private boolean json;

    @Override
    public Integer call() {
        Finding finding;
        try {
            finding = BankAudit.of(data, new ConsoleProgress());
        } catch (NoSuchFileException e) {
            System.err.println("bank: " + e.getMessage());
            return CommandLine.ExitCode.USAGE;
        } catch (IOException e) {
            System.err.println("bank: " + e.getMessage());
            return CommandLine.ExitCode.SOFTWARE;
        }
        System.out.println(json ? json(finding) : text(finding));
        return finding.holds() ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
    }

    private static String text(Finding finding) {
        Totals totals = finding.totals();
        String verdict = finding.firstFault() == null ? "HOLDS" : "DOES NOT HOLD: " + finding.firstFault();
        String end = finding.endedInOrder()
                ? "the last server stopped in order"
                : "the last server did not stop in order; " + finding.documentsCut()
                        + " documents at the end are not whole (unacknowledged, or damaged)";
        return String.format(
                "%s%n  %,d transactions from position %,d on: %,d committed, %,d refused; %,d history rows; %d snapshots; %s%n"
                        + "  accounts %,d = tellers %,d = branches %,d = history %,d (minor units)",
                verdict,
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

    private static String json(Finding finding) {
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
        object.put("firstFault", finding.firstFault());
        return object.toString();
    }
}
