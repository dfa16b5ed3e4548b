package org.debitcredit.server.command;

import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of {@code serve} alone. Each sets a property of the configuration. */
final class ServeOptions {

    @Option(
            names = "--found",
            description =
                    "Found the bank first. This is refused where a bank is or left a trace. Leave it out at later "
                            + "starts.")
    private @Nullable Boolean found;

    @Option(
            names = "--accept-lone-copy",
            paramLabel = "NUMBER",
            description =
                    "Start a mirrored bank from one copy alone. Transactions that only the other copy acknowledged "
                            + "are lost. Take the number of the copy from the message of the refused start.")
    private @Nullable Long acceptLoneCopy;

    @Option(
            names = "--accept-loss-after",
            paramLabel = "POSITION",
            description =
                    "Start although the journal is damaged, and DISCARD every transaction after this position. Take the"
                            + " position from the message of the refused start.")
    private @Nullable Long acceptLossAfter;

    @Option(
            names = "--accept-key-loss-through",
            paramLabel = "POSITION",
            description =
                    "Start although the journal is damaged before the oldest balances that are kept, and discard the "
                            + "keys of"
                            + " the transactions up to this position. Take it from the message of the refused start. "
                            + "Leave it out at later starts.")
    private @Nullable Long acceptKeyLossThrough;

    @Option(
            names = "--accept-keys-from",
            paramLabel = "DAY",
            description = "After a wrong clock was corrected: accept keys of the current time again, although keys of "
                    + "later times were executed and"
                    + " forgotten. If one of those is sent again, it is executed again. DAY is the current day, UTC, "
                    + "such as 2026-11-25; on later days the option has no effect.")
    private @Nullable LocalDate acceptKeysFrom;

    /** Adds what is given as properties. */
    void addTo(List<String> arguments) {
        BankOptions.add(arguments, "bank.found", found);
        BankOptions.add(arguments, "bank.journal.mirror.accept-lone-copy", acceptLoneCopy);
        BankOptions.add(arguments, "bank.journal.accept-loss-after", acceptLossAfter);
        BankOptions.add(arguments, "bank.journal.accept-key-loss-through", acceptKeyLossThrough);
        BankOptions.add(arguments, "bank.journal.accept-keys-from", acceptKeysFrom);
    }
}
