package org.debitcredit.server.command;

import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of {@link ServeOptions}, described by what they mean to {@code doctor}, which only checks. */
final class DoctorOptions {

    @Option(names = "--found", description = "Check a bank that is not founded yet.")
    private @Nullable Boolean found;

    @Option(
            names = "--accept-lone-copy",
            paramLabel = "NUMBER",
            description = "Check as if serve were given this option; doctor starts nothing.")
    private @Nullable Long acceptLoneCopy;

    @Option(
            names = "--accept-loss-after",
            paramLabel = "POSITION",
            description = "Check as if serve were given this option; doctor discards nothing.")
    private @Nullable Long acceptLossAfter;

    @Option(
            names = "--accept-key-loss-through",
            paramLabel = "POSITION",
            description = "Check as if serve were given this option; doctor discards nothing.")
    private @Nullable Long acceptKeyLossThrough;

    @Option(
            names = "--accept-keys-from",
            paramLabel = "DAY",
            description = "Check as if serve were given this option; doctor accepts no keys.")
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
