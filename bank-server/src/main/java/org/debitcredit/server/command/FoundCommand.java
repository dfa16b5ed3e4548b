package org.debitcredit.server.command;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.debitcredit.bank.BankIdentity;
import org.debitcredit.console.ProgressLines;
import org.debitcredit.recovery.BankFounding;
import org.debitcredit.recovery.LedgerChoice;
import org.debitcredit.settings.BankSettings;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Unmatched;
import tools.jackson.databind.json.JsonMapper;

/** Founds a bank, which the service then opens. It uses the configuration of the service, but no network. */
@Command(
        name = "found",
        description =
                "Found a new bank, once, before its first start. This is refused where a bank is or left a trace. "
                        + "Every option "
                        + "sets a property of the configuration. Any other property can be given as "
                        + "--name.of.property=value.",
        mixinStandardHelpOptions = true)
public final class FoundCommand implements Callable<Integer> {

    @Spec
    private @Nullable CommandSpec spec;

    @Mixin
    private final BankOptions bank = new BankOptions();

    @Option(names = "--preset", paramLabel = "NAME", description = "Rule set: gray2005 or tpca (default: gray2005).")
    private @Nullable String preset;

    @Option(names = "--branches", paramLabel = "N", description = "Number of branches (default: 10).")
    private @Nullable Integer branches;

    @Option(names = "--json", description = "Print the bank as one JSON object.")
    private boolean json;

    @Unmatched
    private List<String> properties = new ArrayList<>();

    @Override
    public Integer call() {
        if (spec == null) {
            throw new IllegalStateException("internal error: the command was not started by the command line");
        }
        List<String> arguments = new ArrayList<>(properties);
        BankOptions.add(arguments, "bank.preset", preset);
        BankOptions.add(arguments, "bank.branches", branches);
        return ServiceConfiguration.run(arguments, bank, spec, configured -> {
            found(configured.bankSettings(), configured.ledgerChoice());
            return CommandLine.ExitCode.OK;
        });
    }

    private void found(BankSettings settings, LedgerChoice ledger) throws IOException {
        BankIdentity founded = BankFounding.found(
                settings, ledger.database() == null ? null : ledger.opener(), ProgressLines.ofCommand()::at);
        if (json) {
            System.out.println(JsonMapper.shared()
                    .createObjectNode()
                    .put("bankId", founded.id().toString())
                    .put("branches", founded.scale().branches())
                    .put("tellersPerBranch", founded.scale().tellersPerBranch())
                    .put("accountsPerBranch", founded.scale().accountsPerBranch())
                    .put("currency", founded.currency().getCurrencyCode())
                    .put("data", settings.data().toString()));
        } else {
            System.out.println("founded bank " + founded.id() + " in " + settings.data() + ": " + founded.scale() + ", "
                    + founded.currency());
        }
    }
}
