package org.debitcredit.server.command;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.debitcredit.server.doctor.Diagnosis;
import org.debitcredit.server.doctor.DoctorFinding;
import org.debitcredit.server.doctor.LinuxMachine;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Unmatched;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Checks, before a start, whether this machine and these settings suffice for a given rate, and for how long. */
@Command(
        name = "doctor",
        description = {
            "Check, before a start, whether ledger, heap, disk, keys, clock and kernel of this machine suffice for a "
                    + "given rate, and for how long.",
            "Give it the options of serve. Nothing of the bank is opened. A small file is written to the disk, forced, "
                    + "and deleted. The exit code is 1 if the bank would not start, or could lose what it has answered."
        },
        mixinStandardHelpOptions = true)
public final class DoctorCommand implements Callable<Integer> {

    private static final double TPS_MAX = 1e9;

    @Spec
    private @Nullable CommandSpec spec;

    @Mixin
    private final BankOptions bank = new BankOptions();

    @Mixin
    private final StartOptions start = new StartOptions();

    @Mixin
    private final DoctorOptions own = new DoctorOptions();

    @Option(
            names = "--rate",
            paramLabel = "TPS",
            description = "Transactions a second, over the whole time (default: 1000).")
    private double tps = 1_000;

    @Option(names = "--json", description = "Print one JSON object as the last line of stdout.")
    private boolean json;

    @Unmatched
    private List<String> properties = new ArrayList<>();

    @Override
    public Integer call() {
        CommandSpec command = Objects.requireNonNull(spec);
        if (!(tps > 0 && tps <= TPS_MAX)) {
            throw new ParameterException(
                    command.commandLine(), "--rate is " + tps + "; it must be above 0, and at most 1e9");
        }
        BankOptions.requireProperties(properties, command);
        List<String> arguments = new ArrayList<>(properties);
        start.addTo(arguments);
        own.addTo(arguments);
        return ServiceConfiguration.run(
                arguments,
                bank,
                command,
                configured -> report(
                        Diagnosis.of(configured.bankSettings(), configured.ledgerChoice(), LinuxMachine.HERE, tps)));
    }

    private int report(List<DoctorFinding> findings) {
        boolean holds = findings.stream().noneMatch(finding -> finding.level() == DoctorFinding.Level.FAULT);
        if (json) {
            ObjectNode object = JsonMapper.shared().createObjectNode();
            object.put("holds", holds);
            object.put("tps", tps);
            ArrayNode all = object.putArray("findings");
            findings.forEach(finding -> all.addObject()
                    .put("level", name(finding))
                    .put("subject", finding.subject())
                    .put("text", finding.text()));
            System.out.println(object);
        } else {
            findings.forEach(
                    finding -> System.out.printf("%-8s %-8s %s%n", name(finding), finding.subject(), finding.text()));
            System.out.println(
                    holds
                            ? "no faults were found: the bank can run on this machine with these settings"
                            : "the bank cannot run like this: correct the findings that are marked as a fault");
        }
        return holds ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
    }

    private static String name(DoctorFinding finding) {
        return finding.level().name().toLowerCase(Locale.ROOT);
    }
}
